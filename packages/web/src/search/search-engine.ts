/** The user's search engine: their SearXNG, or Brave's search with their key. */
export type SearchEngine = { kind: "searxng"; url: string } | { kind: "brave"; key: string; url?: string };

/** From Brave's own documentation. */
const braveUrl = "https://api.search.brave.com/res/v1/web/search";

/** The URL that a search requests. */
export function addressOfEngine(engine: SearchEngine): URL {
  if (engine.kind === "brave") return new URL(engine.url ?? braveUrl);
  const url = new URL(engine.url);
  url.pathname = `${url.pathname.replace(/\/(?:search)?\/?$/, "")}/search`;
  return url;
}
