import { expect, it } from "vitest";
import { type CrewJobEntry, crewSums } from "../../src/index.ts";

const at = "2026-11-23T00:00:00.000Z";
const job = (over: Partial<CrewJobEntry>): CrewJobEntry => ({
  ...{ job: "k1", kind: "title", role: "copilot", model: "small", outcome: "done" },
  ...{ used: true, durationMs: 400, at },
  ...over,
});

it("sums up by role what was measured, and makes no nought of what was not", () => {
  const { all, members } = crewSums([
    job({ model: "127.0.0.1:8080", tokensIn: 300, tokensOut: 9, savedMs: 400 }),
    job({ kind: "compaction", tokensIn: 3_120, tokensOut: 210, durationMs: 4_100, savedTokens: 190 }),
    job({ kind: "digest", outcome: "late", used: false, durationMs: 120_000 }),
    job({ kind: "review", role: "critic", model: "stern", durationMs: 900 }),
  ]);
  expect(all).toEqual({
    ...{ jobs: 4, used: 3, inVain: 1, durationMs: 125_400 },
    ...{ tokensIn: 3_420, tokensOut: 219, savedTokens: 190, savedMs: 400 },
  });
  expect(members.map(({ model, jobs, kinds, tokensIn }) => ({ model, jobs, kinds, tokensIn }))).toEqual([
    { model: "small", jobs: 3, kinds: ["title", "compaction", "digest"], tokensIn: 3_420 },
    { model: "stern", jobs: 1, kinds: ["review"], tokensIn: undefined },
  ]);
  expect(crewSums([]).all).toEqual({ jobs: 0, used: 0, inVain: 0, durationMs: 0 });
});

it("sums up what a log claims, however much, as a number that can be written", () => {
  const claimed = { durationMs: Number.MAX_VALUE, savedMs: Number.MAX_VALUE };
  const { all, members } = crewSums([job(claimed), job(claimed)]);
  for (const { durationMs, savedMs } of [all, ...members])
    expect([durationMs, savedMs]).toEqual([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
});
