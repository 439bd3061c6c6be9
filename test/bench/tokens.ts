import { ceiling, fixedTokens } from "./fixed-token-account.ts";
import { atMost, forComparison, type Row } from "./row.ts";

/** What a prompt costs before the user's first word, in Qwen3 tokens. */
export async function measureTokens(): Promise<Row[]> {
  const account = fixedTokens();
  const all = account.at(-1)?.tokens ?? Number.POSITIVE_INFINITY;
  const parts = account.slice(0, -1).map(({ what, tokens }) => forComparison(`  ${what}`, tokens, "tokens"));
  return [atMost("fixed prompt, system text and tools", all, ceiling, "tokens"), ...parts];
}
