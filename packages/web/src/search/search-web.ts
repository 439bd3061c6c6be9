import { z } from "zod";
import { addressesOf, type Resolver } from "../address/checked-addresses.ts";
import { type RequestBounds, requestOnce } from "../request/request-once.ts";
import { WebTrouble } from "../web-trouble.ts";
import { addressOfEngine, type SearchEngine } from "./search-engine.ts";

export type SearchHit = { title: string; url: string; words: string };

const Hit = z.object({
  title: z.string().catch(""),
  url: z.string(),
  content: z.string().nullish(),
  description: z.string().nullish(),
});
const hits = z
  .array(z.unknown())
  .transform((all) => all.map((one) => Hit.safeParse(one).data).filter((one) => one !== undefined));
const SearxngAnswer = z.object({ results: hits });
const BraveAnswer = z.object({ web: z.object({ results: hits }).optional() });

/** Queries the user's engine only: redirects are not followed, so the key is sent nowhere else. Rejects with WebTrouble. */
export async function searchWeb(
  engine: SearchEngine,
  words: string,
  resolve: Resolver,
  bounds: RequestBounds,
): Promise<SearchHit[]> {
  const url = addressOfEngine(engine);
  url.searchParams.set("q", words);
  if (engine.kind === "searxng") url.searchParams.set("format", "json");
  const headers = {
    accept: "application/json",
    "user-agent": "Kestrel (local agent)",
    ...(engine.kind === "brave" && { "x-subscription-token": engine.key }),
  };
  const answer = await requestOnce(url, await addressesOf(url, resolve), headers, bounds);
  if (answer.status !== 200) throw new WebTrouble(refusal(engine, answer.status, url));
  const found = read(engine, answer.bytes.toString("utf8"));
  if (!found) throw new WebTrouble(`${url.host} answered in a way that is no list of results.`);
  return found.map(({ title, url: at, content, description }) => ({
    title,
    url: at,
    words: content ?? description ?? "",
  }));
}

function read(engine: SearchEngine, text: string): z.infer<typeof hits> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // expected: not JSON
    return undefined;
  }
  if (engine.kind === "searxng") return SearxngAnswer.safeParse(value).data?.results;
  const brave = BraveAnswer.safeParse(value);
  return brave.success ? (brave.data.web?.results ?? []) : undefined;
}

function refusal({ kind }: SearchEngine, status: number, { host }: URL): string {
  if (kind === "searxng" && status === 403)
    return `${host} gives no results as JSON: its settings must list json under search: formats.`;
  if (status === 401 || status === 403 || status === 422) return `${host} does not take the key (${status}).`;
  return status === 429 ? `${host} has had too many searches; try later.` : `${host} answered ${status}.`;
}
