export const mcp = {
  "mcp.title": "MCP servers",
  "mcp.text":
    "Tools of others. Each call asks. A server is given to new sessions once you have read what its tools say and turned it on; what changes is held until you look again.",
  "mcp.none": "None. Add one in a terminal, or write it into your settings file:",
  "mcp.test": "Test",
  "mcp.test.this": "Test {name}",
  "mcp.testing": "Trying…",
  "mcp.on": "Turn on for new sessions",
  "mcp.off": "Turn off",
  "mcp.off.this": "Turn {name} off",
  "mcp.login": "Log in",
  "mcp.login.this": "Log in to {name}",
  "mcp.login.at": "Log in to {name} at {host}: opens a new tab, within five minutes",
  "mcp.logout": "Log out",
  "mcp.logout.this": "Log out of {name}",
  "mcp.tools": "Tools: {count}",
  "mcp.works": "{name} answers; tools: {count}",
} as const;
