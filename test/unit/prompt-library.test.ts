import { expect, it } from "vitest";
import { builtInPrompts } from "../../packages/core/src/index.ts";
import { count } from "../bench/fixed-token-account.ts";

it("costs at most 150 tokens for each prompt of the library, and there are the nine that were promised", () => {
  const costs = Object.entries(builtInPrompts).map(([name, { text }]) => ({ name, tokens: count(text) }));
  expect(costs.filter(({ tokens }) => tokens > 150)).toEqual([]);
  expect(costs.map(({ name }) => name)).toEqual(
    "code plan review debug ask brainstorm frontend-design review-security simplify".split(" "),
  );
}, 30_000);
