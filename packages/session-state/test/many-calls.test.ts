import type { EventBody } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { computing } from "../../../test/daemon/how-long.ts";
import { evolve } from "../src/fold/evolve.ts";
import { openCalls, waitingCalls } from "../src/open-calls.ts";
import { emptySession, type SessionState } from "../src/session-state.ts";
import { summarise } from "../src/summarise.ts";
import { opened } from "./opened-session.ts";

const turnId = "t1";

function folded(bodies: Iterable<EventBody>, from: SessionState = emptySession): SessionState {
  let state = from;
  for (const body of bodies) {
    state = evolve(state, { v: 1, seq: state.lastSeq + 1, at: "2026-01-01T00:00:00.000Z", body });
  }
  return state;
}

function* replyWithCalls(count: number): Generator<EventBody> {
  yield opened;
  yield { type: "turn.started", turnId, text: "go" };
  yield { type: "request.sent", turnId, step: 1, messages: 2, added: [], tools: "" };
  yield { type: "reply.completed", turnId, step: 1, finish: "tool_calls" };
  for (let at = 1; at <= count; at++)
    yield { type: "tool.requested", turnId, step: 1, callId: `c${at}`, tool: "read", arguments: "{}" };
}

function* answers(from: number, to: number): Generator<EventBody> {
  for (let at = from; at <= to; at++) {
    const callId = `c${at}`;
    yield { type: "tool.started", turnId, callId };
    yield { type: "tool.finished", turnId, callId, outcome: "ok", content: "x" };
  }
}

describe("a reply with very many calls, as older logs may hold", () => {
  it("folds in time that grows with its length and no faster", () => {
    const count = 10_000;
    const computed = computing();
    const state = folded(answers(1, count), folded(replyWithCalls(count)));
    // It took 44 s when each event copied what is open; this is 30,000 events.
    expect(computed()).toBeLessThan(2_000);
    expect(openCalls(state)).toEqual([]);
    expect(state.calls).toBe(count);
  });

  it("knows what is open and what waits", () => {
    const asked: EventBody = {
      ...{ type: "approval.requested", turnId, callId: "c4", digest: "d" },
      ...{ risk: "edit", reasons: [] },
    };
    const before = folded([...answers(1, 3), asked], folded(replyWithCalls(6)));
    expect(openCalls(before).map(({ callId }) => callId)).toEqual(["c4", "c5", "c6"]);
    expect(waitingCalls(before).map(({ callId }) => callId)).toEqual(["c4"]);
    expect(summarise(before).attention).toBe("needs_you");
    const answer = { turnId, callId: "c4", digest: "d", by: "user", decision: "denied" } as const;
    const after = folded([{ type: "approval.resolved", ...answer }], before);
    expect(waitingCalls(after)).toEqual([]);
    expect(summarise(after).attention).toBe("working");
  });

  it("takes a grant that was used for what it is: nobody waits", () => {
    const used: EventBody = {
      ...{ type: "approval.resolved", turnId, callId: "c1", digest: "d", by: "grant" },
      ...{ decision: "allowed", scope: "session", risk: "execute", reasons: ["runs_command"] },
    };
    const state = folded([used], folded(replyWithCalls(1)));
    expect(openCalls(state)).toMatchObject([{ status: "requested", approval: { decision: "allowed" } }]);
    expect(state.grants).toEqual([]);
  });

  it("leaves a call alone that has its answer, and one that it never heard of", () => {
    const state = folded(answers(1, 2), folded(replyWithCalls(2)));
    const late: EventBody[] = [
      { type: "tool.finished", turnId, callId: "c1", outcome: "error", content: "late" },
      { type: "tool.started", turnId, callId: "c9" },
    ];
    expect([...folded(late, state).timeline]).toEqual([...state.timeline]);
  });
});
