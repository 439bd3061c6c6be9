import { catalogCost, schemasInPrompt } from "./catalog-account.ts";
import { ceiling, fixedTokens } from "./fixed-token-account.ts";
import { atMost, forComparison, type Row } from "./row.ts";

/** What a prompt costs before the user's first word, in Qwen3 tokens. */
export async function measureTokens(): Promise<Row[]> {
  const account = fixedTokens();
  const all = account.at(-1)?.tokens ?? Number.POSITIVE_INFINITY;
  const parts = account.slice(0, -1).map(({ what, tokens }) => forComparison(`  ${what}`, tokens, "tokens"));
  const { use, skills, servers } = await catalogCost();
  const reached = all + use + skills.tokens + servers.tokens;
  const allowed = ceiling + skills.lines * 15 + servers.lines * 20;
  return [
    atMost("fixed prompt, system prompt and tools", all, ceiling, "tokens"),
    ...parts,
    atMost("the same with 40 skills and 5 servers of 30 tools", reached, allowed, "tokens"),
    forComparison("  use", use, "tokens"),
    forComparison("  a skill, about", Math.round((skills.tokens / skills.lines) * 10) / 10, "tokens"),
    forComparison("  a server, about", Math.round((servers.tokens / servers.lines) * 10) / 10, "tokens"),
    forComparison("  all of it as schemas in the prompt", all + schemasInPrompt(), "tokens"),
  ];
}
