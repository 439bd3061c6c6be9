import type { CacheMissReason, EventBody } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { emptySession, evolve, type TurnCost, turnCost } from "../../src/index.ts";
import { opened } from "../opened-session.ts";

type Reply = { prompt: number; cached?: number; missed?: { expected: number; reason: CacheMissReason } };

/** What is told at the end of the last turn; each list is the replies of one. */
function told(...turns: readonly (readonly Reply[])[]): TurnCost["missed"] {
  let state = evolve(emptySession, eventOf(1, opened));
  const happens = (body: EventBody) => {
    state = evolve(state, eventOf(state.lastSeq + 1, body));
  };
  turns.forEach((replies, turn) => {
    const turnId = `t${turn + 1}`;
    happens({ type: "turn.started", turnId, text: "go" });
    replies.forEach(({ prompt, cached, missed }, index) => {
      const step = index + 1;
      happens({ type: "request.sent", turnId, step, messages: 2, added: [], tools: "" });
      const usage = { prompt, ...(cached !== undefined && { cached }), generated: 5 };
      happens({ type: "reply.completed", turnId, step, finish: "stop", usage });
      if (missed) happens({ type: "cache.missed", turnId, step, cached: cached ?? 0, ...missed });
    });
    happens({ type: "turn.ended", turnId, reason: "done" });
  });
  const { timeline } = state;
  const end = timeline.last;
  if (end?.kind !== "end") throw new Error("the turn goes on");
  return turnCost(timeline, timeline.length - 1, end).missed;
}

const eventOf = (seq: number, body: EventBody) => ({ v: 1 as const, seq, at: "2026-11-20T00:00:00Z", body });

/** A request whose server reports that share of its prompt as cached, and so misses the rest. */
const counted = (prompt: number, share: number): Reply => {
  const cached = Math.floor(prompt * share);
  return { prompt, cached, missed: { expected: prompt - 50, reason: "unknown" } };
};

describe("what is told of a turn's cache misses", () => {
  it("is one sum, with the reason of the largest part", () => {
    expect(
      told([
        { prompt: 5_000, cached: 0 },
        { prompt: 6_000, cached: 4_000, missed: { expected: 5_500, reason: "server_restarted" } },
        { prompt: 7_000, cached: 6_000, missed: { expected: 6_500, reason: "unknown" } },
        { prompt: 8_000, cached: 7_900, missed: { expected: 7_990, reason: "slot_taken" } },
      ]),
    ).toEqual({ count: 2_000, reason: "server_restarted" });
  });

  it("names no reason where none is known, and nothing where nobody would feel it", () => {
    const one = { prompt: 9_000, cached: 1_000, missed: { expected: 8_500, reason: "unknown" } } as const;
    expect(told([{ prompt: 8_000, cached: 7_000 }, one])).toEqual({ count: 7_500 });
    const unfelt = { prompt: 900, cached: 700, missed: { expected: 890, reason: "unknown" } } as const;
    expect(told([unfelt])).toBeUndefined();
  });

  it("is nothing where the server reports the same share of every prompt", () => {
    expect(told([counted(4_000, 0.8), counted(5_000, 0.8), counted(7_200, 0.8)])).toBeUndefined();
    expect(
      told([{ prompt: 3_000, cached: 2_400 }], [counted(4_000, 0.8)], [counted(5_500, 0.8)]),
    ).toBeUndefined();
  });

  it("is nothing where the server never reports anything as cached", () => {
    expect(told([counted(4_000, 0), counted(5_000, 0), counted(6_000, 0)])).toBeUndefined();
  });

  it("is told again as soon as such a server has a reason", () => {
    const restarted = {
      prompt: 6_000,
      cached: 0,
      missed: { expected: 5_000, reason: "server_restarted" },
    } as const;
    expect(told([counted(4_000, 0), counted(5_000, 0), restarted])).toEqual({
      count: 5_000,
      reason: "server_restarted",
    });
  });

  it("of an earlier turn is not told again", () => {
    const miss = { prompt: 9_000, cached: 1_000, missed: { expected: 8_500, reason: "unknown" } } as const;
    expect(
      told([{ prompt: 8_000, cached: 7_900 }, miss], [{ prompt: 9_100, cached: 9_000 }]),
    ).toBeUndefined();
  });
});
