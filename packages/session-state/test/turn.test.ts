import type { EventBody, Progress } from "@kestrel/protocol";
import { estimateTokens } from "@kestrel/text";
import { describe, expect, it } from "vitest";
import {
  emptySession,
  evolve,
  type Live,
  nothingLive,
  phaseOf,
  type SessionState,
  turnAnswer,
  turnCost,
  turnUsage,
  withLiveFrame,
} from "../src/index.ts";
import { opened } from "./opened-session.ts";

const turnId = "t1";
const started: EventBody = { type: "turn.started", turnId, text: "go" };
const sent: EventBody = { type: "request.sent", turnId, step: 1, messages: 2, added: [], tools: "" };
const call = { turnId, callId: "c1" };
const requested: EventBody = { type: "tool.requested", ...call, step: 1, tool: "shell", arguments: "{}" };
const asked: EventBody = {
  type: "approval.requested",
  ...call,
  digest: "d",
  risk: "execute",
  reasons: ["runs_command"],
};
const allowed: EventBody = {
  type: "approval.resolved",
  ...call,
  digest: "d",
  decision: "allowed",
  by: "user",
};

/** Folds bodies; a number lets so many seconds pass, and each event takes one. */
function after(...story: (EventBody | number)[]): SessionState {
  let now = Date.parse("2026-01-01T00:00:00.000Z");
  let state = emptySession;
  for (const item of story) {
    now += (typeof item === "number" ? item : 1) * 1000;
    if (typeof item === "number") continue;
    state = evolve(state, { v: 1, seq: state.lastSeq + 1, at: new Date(now).toISOString(), body: item });
  }
  return state;
}

function costOf(...story: (EventBody | number)[]) {
  const { timeline } = after(...story);
  const end = timeline.last;
  if (end?.kind !== "end") throw new Error("the turn goes on");
  return turnCost(timeline, timeline.length - 1, end);
}

describe("what a turn cost", () => {
  const spoken: EventBody = {
    type: "reply.text",
    turnId,
    step: 1,
    offset: 0,
    text: "One word after the other.",
  };

  it("leaves out how long the person took to answer, also when asked twice", () => {
    const twice = [asked, 3600, allowed, asked, 60, allowed];
    const ended: EventBody = { type: "turn.ended", turnId, reason: "done" };
    const { ms } = costOf(
      opened,
      started,
      sent,
      requested,
      ...twice,
      { type: "tool.started", ...call },
      ended,
    );
    // Between the message and the end: the request, the call, its two questions, its start.
    expect(ms).toBe(6_000);
  });

  it("counts the words of a reply that was stopped, as an estimate", () => {
    const stopped: EventBody = { type: "reply.completed", turnId, step: 1, finish: "cancelled" };
    const cost = costOf(opened, started, sent, spoken, stopped, {
      type: "turn.ended",
      turnId,
      reason: "cancelled",
    });
    expect(cost).toMatchObject({ generated: estimateTokens("One word after the other."), estimated: true });
  });

  it("has the server's count, and no estimate, of a reply that came to its end", () => {
    const whole: EventBody = {
      type: "reply.completed",
      turnId,
      step: 1,
      finish: "stop",
      usage: { prompt: 10, cached: 4, generated: 6, generateMs: 300 },
    };
    const cost = costOf(opened, started, sent, spoken, whole, { type: "turn.ended", turnId, reason: "done" });
    expect(cost).toMatchObject({ prompt: 10, cached: 4, generated: 6, speed: 20, estimated: false });
  });
});

describe("the phase of a turn", () => {
  const live = (...frames: Parameters<typeof withLiveFrame>[1][]): Live =>
    frames.reduce(withLiveFrame, nothingLive);
  const at = { turnId, step: 1 };
  const reading = { type: "progress", ...at, progress: { phase: "prompt", processed: 5, total: 9 } } as const;
  const thought = { type: "reasoning", ...at, offset: 0, delta: "Hm. " } as const;
  const word = { type: "text", ...at, offset: 0, delta: "Well" } as const;
  const writes = {
    type: "progress",
    ...at,
    progress: { phase: "tool", call: { tool: "write", written: 4_000, tail: "the newest words" } },
  } as const;
  const begun = after(opened, started, sent);

  it.each([
    ["nothing between turns", after(opened), live(), undefined],
    ["starting before anything is heard", begun, live(), "starting"],
    ["reading", begun, live(reading), "reading"],
    ["thinking, whatever was read before", begun, live(reading, thought), "thinking"],
    ["writing", begun, live(reading, thought, word), "writing"],
    ["writing a call", begun, live(reading, word, writes), "calling"],
    ["waiting for the person", after(opened, started, sent, requested, asked), live(writes), "waiting"],
    [
      "running a tool, not writing the call any more",
      after(opened, started, sent, requested, { type: "tool.started", ...call }),
      live(writes),
      "running",
    ],
  ])("is %s", (_, state, heard, kind) => {
    expect(phaseOf(state, heard)?.kind).toBe(kind);
  });

  it("says what the server that is waited for says", () => {
    const said = "upstream is not ready";
    const waits = (progress: Progress) =>
      phaseOf(begun, live({ type: "progress", ...at, progress: { ...progress, said } }));
    expect(waits({ phase: "outage", outage: "busy" })).toMatchObject({
      kind: "outage",
      reason: "busy",
      said,
    });
    expect(waits({ phase: "loading" })).toEqual({ kind: "loading", said });
  });

  it("says how much of a call is there", () => {
    expect(phaseOf(begun, live(writes))).toMatchObject({ call: { tool: "write", written: 4_000 } });
  });
});

describe("what the steps of a turn came to", () => {
  const said = (step: number, text: string, usage?: { prompt?: number; generated?: number }): EventBody[] => [
    { ...sent, step },
    { type: "reply.text", turnId, step, offset: 0, text },
    { type: "reply.completed", turnId, step, finish: "stop", ...(usage && { usage }) },
  ];

  it("is the sum of the server's counters, without what it did not count", () => {
    const state = after(
      opened,
      started,
      ...said(1, "First.", { prompt: 10, generated: 3 }),
      ...said(2, "Second.", { prompt: 20 }),
      ...said(3, " "),
    );
    expect(turnUsage(state)).toEqual({ steps: 3, prompt: 30, generated: 3 });
    expect(turnAnswer(state, turnId)).toBe("Second.");
  });

  it("is of the turn that is named, and of the last one where none is", () => {
    const second: EventBody[] = [
      { type: "turn.ended", turnId, reason: "done" },
      { type: "turn.started", turnId: "t2", text: "again" },
    ];
    const state = after(opened, started, ...said(1, "Before.", { prompt: 10 }), ...second);
    expect(turnUsage(state, turnId)).toEqual({ steps: 1, prompt: 10 });
    expect(turnUsage(state)).toEqual({ steps: 0 });
    expect(turnAnswer(state, "t2")).toBe("");
  });
});
