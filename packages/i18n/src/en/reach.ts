import type { ToolTier } from "@kestrel/protocol";
import type { McpServer, McpTrouble, WebTool } from "@kestrel/protocol/api";
import type { Sentence } from "../sentence.ts";

/** MCP servers: what stands with each, and what went wrong. */
export const mcp = {
  "mcp.state.unseen": "off until you have seen its tools",
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

/** The tools of the web: what stands with each, and what a search that was tried came to. */
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

/** What stands in the prompt of each session, by tier, and what found no room there. */
export const tiers = {
  "tier.core": "core tools",
  "tier.catalogued": "skills and web",
  "tier.foreign": "servers",
  "tier.tools": { one: "{count} tool", other: "{count} tools" },
  "tier.lines": {
    one: "{count} line, room for about {budget}",
    other: "{count} lines, room for about {budget}",
  },
  "tier.laid": "Laid ready: {names}",
  "tier.files": "Suggested files: {names}",
  "tier.ready": "laid ready",
  "tier.readyCount": { one: "{count} time, {called} called", other: "{count} times, {called} called" },
  "tier.over":
    "Over the budget of {tier} (about {budget} tokens), so not in the prompt, but found by words: {names}",
} as const satisfies Record<`tier.${ToolTier}`, Sentence> & Record<string, Sentence>;

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
