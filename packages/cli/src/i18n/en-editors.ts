/** The sentences of `kestrel acp` and `kestrel mcp serve`: what a person reads in an editor or in another agent. */
export const editors = {
  "acp.allow": "Allow once",
  "acp.deny": "Deny",
  "acp.hint": "what it is for",
  "acp.waits":
    "A call needs your approval, and this editor cannot ask for it. It waits in the console: `kestrel open`.",
  "acp.servers":
    "MCP servers of the editor are not used: {names}. To use one with Kestrel: `kestrel mcp add`.",
  "acp.block": "Kestrel does not take this part of a message: {type}. Send text, a file or a picture.",
  "acp.mode": "There is no mode `{mode}`. The modes are plan, ask, edits and auto.",
} as const;
