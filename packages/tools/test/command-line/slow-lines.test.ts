import { expect, it, onTestFinished, vi } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";
import { workplace } from "../fixtures/workplace.ts";

it.each([
  ["braces", "${".repeat(4_000)],
  ["substitutions", '"$('.repeat(10_000)],
  ["backticks", "`".repeat(30_000)],
  ["prefixes", "env ".repeat(8_000)],
  ["arrays", "a=(".repeat(2_700)],
  ["groups", "((a)".repeat(2_000)],
])("a line of %s, made to be slow, is read by nobody, and nothing waits for it", async (_, command) => {
  const place = await workplace();
  await place.assess("shell", { command: "ls" });
  const { result, blockedMs } = await longestBlock(() => place.assess("shell", { command }));
  expect(result.risk).toBe("external");
  expect(blockedMs).toBeLessThan(longestBlockAllowed);
});

it("a plain line is judged alike where a second passes with every step", async () => {
  const place = await workplace();
  const echoes = Array.from({ length: 90 }, (_, at) => `echo step ${at}`).join("\n");
  let now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 1_000));
  onTestFinished(() => clock.mockRestore());
  const { risk, reasons } = await place.assess("shell", { command: `touch made.txt\n${echoes}` });
  expect({ risk, reasons }).toEqual({ risk: "execute", reasons: ["runs_command"] });
});
