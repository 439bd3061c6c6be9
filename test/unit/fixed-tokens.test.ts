import { expect, it } from "vitest";
import { catalogCost } from "../bench/catalog-account.ts";
import { ceiling, fixedTokens } from "../bench/fixed-token-account.ts";

it("costs a session at most 1,000 tokens before the user's first word, with all core tools", () => {
  const account = fixedTokens();
  expect(account.map(({ what }) => what)).toEqual([
    "system",
    "read",
    "search",
    "edit",
    "write",
    "shell",
    "todo",
    "job",
    "ask_user",
    "glue",
    "all",
  ]);
  expect(account.find(({ what }) => what === "todo")?.tokens).toBeLessThanOrEqual(110);
  expect(account.at(-1)?.tokens).toBeGreaterThan(400);
  expect(account.at(-1)?.tokens).toBeLessThanOrEqual(ceiling);
});

it("costs at most 15 tokens more for a skill and 20 for a server of thirty tools, the door to them included in the 1,000 and those", async () => {
  const { use, skills, servers } = await catalogCost();
  const core = fixedTokens().at(-1)?.tokens ?? Number.POSITIVE_INFINITY;
  expect([skills.lines, servers.lines]).toEqual([40, 5]);
  expect(skills.longest).toBeLessThanOrEqual(15);
  expect(servers.longest).toBeLessThanOrEqual(20);
  expect(core + use + skills.tokens + servers.tokens).toBeLessThanOrEqual(ceiling + 40 * 15 + 5 * 20);
});
