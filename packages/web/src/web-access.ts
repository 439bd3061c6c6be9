import { catalogText } from "@kestrel/protocol";
import type { SearchTrial, WebTool } from "@kestrel/protocol/api";
import { estimateTokens } from "@kestrel/text";
import type { Resolver } from "./address/checked-addresses.ts";
import { mostBytes } from "./request/request-once.ts";
import { addressOfEngine } from "./search/search-engine.ts";
import type { WebSettings } from "./source/web-source.ts";
import { webTools } from "./source/web-words.ts";
import { WebTrouble } from "./web-trouble.ts";

/** Milliseconds. */
const trialMs = 15_000;

/** The web tools as shown to the user. */
export function listWebTools({ fetch, search, keyMissing }: WebSettings): WebTool[] {
  const costs = (name: WebTool["name"]) => ({
    line: estimateTokens(catalogText({ name, line: webTools[name].line })),
    tokens: estimateTokens(webTools[name].text),
  });
  const searching = search ? "on" : keyMissing ? "key_missing" : "off";
  return [
    { name: "fetch", state: fetch ? "on" : "off", ...costs("fetch") },
    {
      ...{ name: "search" as const, state: searching as WebTool["state"], ...costs("search") },
      ...(search && { at: addressOfEngine(search).host }),
    },
  ];
}

/** One search, to test the settings. */
export async function trySearch(
  { search }: WebSettings,
  resolve: Resolver,
): Promise<SearchTrial | undefined> {
  if (!search) return undefined;
  const { searchWeb } = await import("./search/search-web.ts");
  try {
    const bounds = { signal: AbortSignal.timeout(trialMs), mostBytes };
    return { outcome: "ok", hits: (await searchWeb(search, "kestrel", resolve, bounds)).length };
  } catch (error) {
    if (!(error instanceof WebTrouble)) throw error;
    return { outcome: "failed", detail: error.message };
  }
}
