import type { WebTool } from "@kestrel/protocol/api";

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
