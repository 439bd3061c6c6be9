/** The sentences of `kestrel mcp`. */
export const mcp = {
  "mcp.none": "No MCP servers. `kestrel mcp add NAME -- COMMAND …` adds one, or write it into {file}.",
  "mcp.toolCount": { one: "{count} tool", other: "{count} tools" },
  "mcp.lineTokens": "~{tokens} tokens",
  "mcp.turnOn":
    "Not in use yet. When you have read this, run `kestrel mcp on {name}`. New sessions then have it.",
  "mcp.waits": "Waiting for {name} to answer, at most {seconds} s.",
  "mcp.addHow":
    "Usage: kestrel mcp add NAME -- COMMAND ARGUMENTS, kestrel mcp add NAME --url ADDRESS, or kestrel mcp add FILE with a file that has `mcpServers`. A name has lowercase letters, digits, - and _.",
  "mcp.loginAt": "Log in to {name} in a browser on this machine, within five minutes:\n  {address}",
  "mcp.loggedIn": "{name}: logged in. Only you can read the token. `kestrel mcp logout {name}` deletes it.",
  "mcp.loggedOut": "{name}: logged out.",
  "mcp.imported": "{name}: added. Next: `kestrel mcp test {name}`",
  "mcp.left.disabled": "{name}: left out, it is disabled there",
  "mcp.left.variable": "{name}: left out, it fills in variables Kestrel does not; see docs/mcp.md",
  "mcp.left.entry": "{name}: left out, it names neither a program nor an http address",
} as const;
