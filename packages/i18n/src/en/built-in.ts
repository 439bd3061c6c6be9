/** The loadouts, subagents and prompts that come with Kestrel, word for word as their own files describe them. */
export const builtIn = {
  "builtIn.loadout.coder": "Everyday programming in one repository",
  "builtIn.loadout.file-keeper": "Sorts, renames and finds files; deletes nothing",
  "builtIn.loadout.reviewer": "Reads a change and reports, changes nothing",
  "builtIn.loadout.writer-zh": "Writes and revises Chinese texts, runs no commands",
  "builtIn.helper.delegate": "ask a helper that only reads",
  "builtIn.prompt.code": "From now on you write code.",
  "builtIn.prompt.plan": "From now on you plan and change nothing.",
  "builtIn.prompt.review": "From now on you review and change nothing.",
  "builtIn.prompt.debug": "From now on you look for the cause of a fault.",
  "builtIn.prompt.ask": "From now on you answer questions and change nothing.",
  "builtIn.prompt.brainstorm": "From now on you think with the user and change nothing.",
  "builtIn.prompt.frontend-design": "From now on you build user interfaces.",
  "builtIn.prompt.review-security": "From now on you review for security and change nothing.",
  "builtIn.prompt.simplify": "From now on you make code simpler without changing what it does.",
} as const;
