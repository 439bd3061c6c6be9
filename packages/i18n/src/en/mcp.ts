import type { McpServer, McpTrouble } from "@kestrel/protocol/api";

/** MCP servers: what stands with each, and what went wrong. */
export const mcp = {
  "mcp.state.unseen": "off, nobody has looked at it",
  "mcp.state.off": "off",
  "mcp.state.on": "on for new sessions",
  "mcp.state.changed": "changed: look again",
  "mcp.tool.new": "new, not used",
  "mcp.tool.changed": "changed, not used",
  "mcp.tokens": "~{line} tokens in a new session; all its descriptions would be ~{whole}",
  "mcp.trouble.not_started":
    "The program could not be started⟨: {detail}⟩. Is it installed, and on the PATH?",
  "mcp.trouble.ended": "It ended⟨: {detail}⟩.",
  "mcp.trouble.timeout": "It did not answer in time⟨: {detail}⟩.",
  "mcp.trouble.flood": "It was let go, because it sent too much⟨: {detail}⟩.",
  "mcp.trouble.too_long": "It was let go, because it sent something too long⟨: {detail}⟩.",
  "mcp.trouble.hung": "It was let go, because what it sent could not be read⟨: {detail}⟩.",
  "mcp.trouble.protocol": "It was not understood⟨: {detail}⟩.",
  "mcp.trouble.http": "Its address answers with an error⟨: {detail}⟩.",
  "mcp.trouble.auth":
    "It wants a login, or another one⟨: {detail}⟩. Log in: kestrel mcp login NAME, or its button in the settings; or `bearer_env` names the variable that holds a token.",
  "mcp.program": "program {path} ({digest})",
  "mcp.program.changed": "program {path} ({digest}): another file than the one you accepted",
  "mcp.loggedIn.yes": "logged in",
  "mcp.loggedIn.no": "not logged in",
  "mcp.trouble.session_lost": "It has forgotten the connection⟨: {detail}⟩.",
  "mcp.trouble.variable_missing": "The variable {detail} is not set where the daemon was started.",
  "mcp.trouble.no_sandbox":
    "Its entry wants it in the sandbox, and there is none here: `kestrel doctor` says why. It was not started.",
  "mcp.confined.offline": "in the sandbox, without the network",
  "mcp.confined.online": "in the sandbox, with the network",
  "mcp.problem.name": "{name}: not a name for a server (small letters, digits, - and _, at most 32)",
  "mcp.problem.entry":
    "{name}: not a server: it needs `command` or `url`, and takes args, env, env_from, folder, sandbox, network; headers, bearer_env; timeout_seconds",
} as const satisfies Record<`mcp.state.${McpServer["state"]}` | `mcp.trouble.${McpTrouble}`, string> &
  Record<string, string>;
