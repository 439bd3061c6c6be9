import { expect, it } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";
import { workplace } from "../fixtures/workplace.ts";

it.each([
  ["braces", "${".repeat(4_000)],
  ["substitutions", '"$('.repeat(10_000)],
  ["backticks", "`".repeat(30_000)],
  ["prefixes", "env ".repeat(8_000)],
])("a line of %s, made to be slow, is read by nobody, and nothing waits for it", async (_, command) => {
  const place = await workplace();
  await place.assess("shell", { command: "ls" });
  const { result, blockedMs } = await longestBlock(() => place.assess("shell", { command }));
  expect(result.risk).toBe("external");
  expect(blockedMs).toBeLessThan(longestBlockAllowed);
});
