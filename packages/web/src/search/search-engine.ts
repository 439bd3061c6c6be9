/** What the user searches with: their SearXNG, or their key for Brave's search. */
export type SearchEngine = { kind: "searxng"; url: string } | { kind: "brave"; key: string; url?: string };

/** The address in Brave's own documentation of its search. */
const braveUrl = "https://api.search.brave.com/res/v1/web/search";

/** Where a search goes. */
export function addressOfEngine(engine: SearchEngine): URL {
  if (engine.kind === "brave") return new URL(engine.url ?? braveUrl);
  const url = new URL(engine.url);
  url.pathname = `${url.pathname.replace(/\/(?:search)?\/?$/, "")}/search`;
  return url;
}
