/** The sentences of `kestrel mcp`. */
export const mcp = {
  "mcp.none": "No MCP servers. `kestrel mcp add NAME -- COMMAND …` adds one, or write it into {file}.",
  "mcp.toolCount": { one: "{count} tool", other: "{count} tools" },
  "mcp.lineTokens": "~{tokens} tokens",
  "mcp.turnOn":
    "Not used as it is now. When you have read this: kestrel mcp on {name}. New sessions then have it.",
  "mcp.waits":
    "{name} was started or reached and has not answered yet. It is waited for, {seconds} s at most.",
  "mcp.addHow":
    "Say: kestrel mcp add NAME -- COMMAND ARGUMENTS, kestrel mcp add NAME --url ADDRESS, or kestrel mcp add FILE with a file that has `mcpServers`. A name has small letters, digits, - and _.",
  "mcp.loginAt": "Log in to {name} in a browser on this machine, within five minutes:\n  {address}",
  "mcp.loggedIn": "{name}: logged in. The token is kept for you alone; kestrel mcp logout {name} forgets it.",
  "mcp.loggedOut": "{name}: the login is forgotten here.",
  "mcp.imported": "{name}: written down; now `kestrel mcp test {name}`",
  "mcp.left.disabled": "{name}: left out, it is disabled there",
  "mcp.left.variable": "{name}: left out, it fills in variables Kestrel does not; see docs/mcp.md",
  "mcp.left.entry": "{name}: left out, it names neither a program nor an http address",
} as const;
