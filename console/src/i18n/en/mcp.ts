export const mcp = {
  "mcp.paste": "Add servers from JSON",
  "mcp.paste.text":
    "Paste the mcpServers of another program. A server is a program on your machine, so you add it in a terminal with the command shown here. Save JSON with variables or headers as servers.json first.",
  "mcp.paste.wrong": "This is not the JSON of MCP servers yet.",
  "mcp.title": "MCP servers",
  "mcp.text":
    "Tools of other programs. Each call needs your approval. New sessions get a server when you have read its tools and turned it on. Changed tools wait until you review them.",
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
