import { describe, expect, it } from "vitest";
import { decideRestart } from "../../src/engine/restart-policy.ts";

const second = 1000;
const minute = 60 * second;
const deathsAt = (...deaths: number[]) => ({
  deaths,
  now: deaths.at(-1) ?? 0,
  ranMs: 30 * second,
  hopeless: false,
});

describe("deciding what to do after a crash", () => {
  it("pauses twice as long each time, then gives up", () => {
    const pauses = [1, 2, 3, 4, 5, 6].map((count) =>
      decideRestart(deathsAt(...Array.from({ length: count }, (_, at) => at * second))),
    );
    expect(pauses).toEqual([
      ...[1, 2, 4, 8, 16].map((seconds) => ({ kind: "restart", afterMs: seconds * second })),
      { kind: "give-up" },
    ]);
  });

  it("never pauses longer than a minute", () => {
    const rules = { firstPauseMs: second, longestPauseMs: minute, restarts: 100, withinMs: 10 * minute };
    expect(decideRestart(deathsAt(...Array<number>(20).fill(0)), rules)).toEqual({
      kind: "restart",
      afterMs: minute,
    });
  });

  it("forgets a crash after ten minutes", () => {
    const long = [0, 1, 2, 3, 4].map((at) => at * second);
    expect(decideRestart(deathsAt(...long, 11 * minute))).toEqual({ kind: "restart", afterMs: second });
  });

  it("does not try again what died at once of its arguments, but does when it had worked for a while", () => {
    expect(decideRestart({ ...deathsAt(0), hopeless: true, ranMs: 40 })).toEqual({ kind: "give-up" });
    expect(decideRestart({ ...deathsAt(0), hopeless: true, ranMs: minute }).kind).toBe("restart");
  });
});
