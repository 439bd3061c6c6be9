export const reach = {
  "reach.skills": "Skills",
  "reach.skills.text":
    "What the model can read when it needs it. A skill that is on costs each new session one line. Its text comes only when it is used. /NAME uses one now, on or off.",
  "reach.skills.folder": "Folders with a SKILL.md go into",
  "reach.skills.of": "From the folder {folder}, which you trust; for sessions in it",
  "reach.skills.none": "No skills.",
  "reach.state.on": "on for new sessions",
  "reach.state.off": "off",
  "reach.state.byHand": "only by /NAME",
  "reach.on": "Turn on",
  "reach.on.this": "Turn {name} on",
  "reach.off": "Turn off",
  "reach.off.this": "Turn {name} off",
  "reach.line": "line ~{line}",
  "reach.tokens": "~{tokens} tokens",
  "reach.prompts": "Prompts",
  "reach.prompts.text":
    "Ways of working. /NAME in the message field adds one to your next message. It costs nothing until then.",
  "reach.prompts.folder": "Your own, Markdown files, go into",
} as const;
