import { expect, it } from "vitest";
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
