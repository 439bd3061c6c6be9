import type { ToolTier } from "@kestrel/protocol";
import type { McpServer, McpTrouble, WebTool } from "@kestrel/protocol/api";
import type { Sentence } from "../sentence.ts";

/** MCP servers: their states and failures. */
export const mcp = {
  "mcp.state.unseen": "off until you have seen its tools",
  "mcp.state.off": "off",
  "mcp.state.on": "on for new sessions",
  "mcp.state.changed": "changed: look again",
  "mcp.tool.new": "new, not used",
  "mcp.tool.changed": "changed, not used",
  "mcp.tokens": "~{line} tokens in a new session (all descriptions: ~{whole})",
  "mcp.trouble.not_started":
    "The program could not be started⟨: {detail}⟩. Is it installed, and on the PATH?",
  "mcp.trouble.ended": "It ended⟨: {detail}⟩.",
  "mcp.trouble.timeout": "It did not answer in time⟨: {detail}⟩.",
  "mcp.trouble.flood": "Disconnected: it sent too much⟨: {detail}⟩.",
  "mcp.trouble.too_long": "Disconnected: it sent a message that is too long⟨: {detail}⟩.",
  "mcp.trouble.hung": "Disconnected: its message could not be read⟨: {detail}⟩.",
  "mcp.trouble.protocol": "It does not follow the protocol⟨: {detail}⟩.",
  "mcp.trouble.http": "Its address answers with an error⟨: {detail}⟩.",
  "mcp.trouble.auth":
    "It needs a login⟨: {detail}⟩. Run `kestrel mcp login NAME`, use its button in the settings, or name the variable with a token as `bearer_env`.",
  "mcp.program": "program {path} ({digest})",
  "mcp.program.changed": "program {path} ({digest}): not the file you accepted",
  "mcp.loggedIn.yes": "logged in",
  "mcp.trouble.session_lost": "It lost the connection⟨: {detail}⟩.",
  "mcp.trouble.variable_missing": "The variable {detail} is not set where the daemon was started.",
  "mcp.trouble.no_sandbox":
    "It needs a sandbox, and none is active: `kestrel doctor` says why. It was not started.",
  "mcp.confined.offline": "in the sandbox, without the network",
  "mcp.confined.online": "in the sandbox, with the network",
  "mcp.problem.name": "{name}: not a valid name (at most 32 lowercase letters, digits, - and _)",
  "mcp.problem.entry":
    "{name}: not a server. It needs `command` or `url`, and may have args, env, env_from, folder, sandbox, network; headers, bearer_env; timeout_seconds",
} as const satisfies Record<`mcp.state.${McpServer["state"]}` | `mcp.trouble.${McpTrouble}`, string> &
  Record<string, string>;

/** The web tools: their states, and the result of a test search. */
export const web = {
  "web.fetch.off": 'off: [web] fetch = "on" in the settings file turns it on',
  "web.fetch.on": "on for new sessions: reads pages, asks by host",
  "web.fetch.key_missing": "off",
  "web.search.off": "off: [web] search_url (a SearXNG) or search_key_env (a key for Brave) turns it on",
  "web.search.on": "on for new sessions: searches with {at}",
  "web.search.key_missing":
    "off: the variable that [web] search_key_env names is not set where the daemon was started",
  "web.tried": "The search answers; results: {hits}.",
  "web.tried.not": "The search does not work: {detail}",
} as const satisfies Record<`web.${WebTool["name"]}.${WebTool["state"]}`, string> & Record<string, string>;

/** The parts of each session's prompt, by tier, and what did not fit. */
export const tiers = {
  "tier.core": "core tools",
  "tier.catalogued": "skills and web",
  "tier.foreign": "servers",
  "tier.tools": { one: "{count} tool", other: "{count} tools" },
  "tier.lines": {
    one: "{count} line of ~{budget} tokens at most",
    other: "{count} lines of ~{budget} tokens at most",
  },
  "tier.laid": "Added context: {names}",
  "tier.files": "Suggested files: {names}",
  "tier.ready": "added context",
  "tier.readyCount": { one: "{count} time, {called} called", other: "{count} times, {called} called" },
  "tier.over": "Over the limit of {tier} (~{budget} tokens). Not in the prompt, but found by search: {names}",
} as const satisfies Record<`tier.${ToolTier}`, Sentence> & Record<string, Sentence>;

/** What a loadout is made of, and why one is refused. Parameters: tokens, limit, over, part, window, name, key, suggestion. */
export const loadout = {
  "loadout.part.kestrel": "Kestrel's system prompt",
  "loadout.part.persona": "persona",
  "loadout.part.memory": "memory seed",
  "loadout.part.tools.core": "core tools",
  "loadout.part.use": "the tool `use`",
  "loadout.part.skills": "skills and single tools",
  "loadout.part.mcp": "MCP servers",
  "loadout.excess.part":
    "Too large: {part} takes {tokens} tokens of every session. The limit is {limit}, so {over} are over.",
  "loadout.excess.window":
    "Too large: all parts take {tokens} tokens of every session. The limit is {limit} of a window of {window}, so {over} are over. The largest is {part}.",
  "loadout.problem":
    "`{key}` names {name}, which does not exist here⟨; did you mean {suggestion}?⟩. Add it, or remove the name.",
  "loadout.leavesOut":
    "The chat template of the current model drops text: of these {total} tokens ~{sent} reach it.",
  "loadout.fits": "Within all limits.",
  "reach.from.user": "yours",
  "reach.from.workspace": "this folder",
  "reach.from.kestrel": "Kestrel",
} as const;
