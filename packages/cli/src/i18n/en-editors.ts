/** The sentences of `kestrel acp` and `kestrel mcp serve`, shown in an editor or another agent. */
export const editors = {
  "acp.allow": "Allow once",
  "acp.deny": "Deny",
  "acp.hint": "what it is for",
  "acp.waits":
    "A call needs your approval, and this editor cannot ask for it. It waits in the console: `kestrel open`.",
  "acp.servers":
    "MCP servers of the editor are not used: {names}. To use one with Kestrel: `kestrel mcp add`.",
  "acp.block": "Kestrel does not support this part of a message: {type}. Send text, a file or a picture.",
  "acp.mode": "There is no mode `{mode}`. The modes are plan, ask, edits and auto.",
  "mcpServe.waits":
    "{call} waits for approval by the person at this machine, in the console (`kestrel open`) or the terminal. Nothing is decided yet. Ask again with status: {session}.",
  "mcpServe.works": "Still working. Ask again with status: {session}.",
  "mcpServe.nothing": "Nothing was answered.",
  "mcpServe.stopped": "Stopped the turn of {session}.",
  "mcpServe.outside":
    "The folder {path} is outside {folder}, where this server was started. To allow it, start the server in a folder that contains it.",
  "mcpServe.loads": "Kestrel or its model is still starting, so nothing was sent. Ask again in a moment.",
  "mcpServe.looser":
    "This session is in the mode `{mode}`, and this server goes no further than `{most}`. The person can change the session's mode, or start `kestrel mcp serve --mode ask`.",
} as const;
