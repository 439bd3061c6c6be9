/** What a loadout is made of, and why one is refused. Parameters: tokens, limit, over, part, window, name, key, suggestion. */
export const loadout = {
  "loadout.part.kestrel": "Kestrel's own words",
  "loadout.part.persona": "persona",
  "loadout.part.memory": "memory seed",
  "loadout.part.tools.core": "core tools",
  "loadout.part.use": "the door to the catalogue",
  "loadout.part.skills": "skills and single tools",
  "loadout.part.mcp": "MCP servers",
  "loadout.excess.part":
    "Too much: {part} takes {tokens} tokens of every session, and may take {limit}: {over} over.",
  "loadout.excess.window":
    "Too much: all parts together take {tokens} tokens of every session, and may take {limit} of a window of {window}: {over} over. The dearest is {part}.",
  "loadout.problem":
    "`{key}` names {name}, which is not here⟨; {suggestion} is⟩. Put it there, or take the name out.",
  "loadout.leavesOut":
    "The template of the model in use leaves words out: of these {total} tokens about {sent} reach it.",
  "loadout.fits": "Within its budgets.",
} as const;
