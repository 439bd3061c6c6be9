import type { Frame } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { type Live, nothingLive, withLiveEvent, withLiveFrame } from "../src/index.ts";
import { joinedText } from "../src/select/live.ts";

const turnId = "t1";
const said = (offset: number, delta: string, step = 1): Frame => ({
  type: "text",
  turnId,
  step,
  offset,
  delta,
});
const after = (live: Live, ...frames: Frame[]) => frames.reduce(withLiveFrame, live);

describe("live words", () => {
  it("joins pieces that overlap without doubling a character", () => {
    expect(joinedText("Hello", 3, "lo, world")).toBe("Hello, world");
    expect(joinedText("Hello", 0, "Hel")).toBe("Hello");
  });

  it("leaves a gap for the log to close", () => {
    const gap = after(nothingLive, said(0, "Hello"), said(9, "rld"));
    expect(gap.text).toBe("Hello");
    const closed = withLiveEvent(gap, { type: "reply.text", turnId, step: 1, offset: 5, text: ", world" });
    expect(closed.text).toBe("Hello, world");
  });

  it("goes on from a snapshot taken in the middle of a reply", () => {
    const live = after(
      nothingLive,
      { type: "snapshot", live: { turnId, step: 1, text: "Hel", reasoning: "hm", outputs: {} } },
      said(3, "lo"),
    );
    expect(live).toMatchObject({ text: "Hello", reasoning: "hm" });
  });

  it("keeps who works beside the lead through steps and turns, until they rest", () => {
    const job = { job: "k1", kind: "title", role: "copilot", model: "small", elapsedMs: 0 } as const;
    const busy = after(nothingLive, { type: "crew", jobs: [job] }, said(0, "Hello"), said(0, "Hi", 2));
    const ended = withLiveEvent(busy, { type: "turn.ended", turnId, reason: "done" });
    expect([busy.crew, ended.crew]).toEqual([[job], [job]]);
    expect(after(ended, { type: "crew", jobs: [] }).crew).toEqual([]);
  });

  it("forgets the words of a step when the next one begins", () => {
    expect(after(nothingLive, said(0, "first"), said(0, "second", 2)).text).toBe("second");
  });

  it("takes back words that were thinking, once, and hears what is said after them", () => {
    const thought: Frame = {
      type: "reasoning",
      turnId,
      step: 1,
      offset: 0,
      delta: "Hm, let me see.",
      insteadOfText: true,
    };
    const live = after(nothingLive, said(0, "Hm, let me see."), thought, said(0, "Here it is"));
    expect(live).toMatchObject({ text: "Here it is", reasoning: "Hm, let me see." });
    const logged = withLiveEvent(live, {
      type: "reply.reasoning",
      turnId,
      step: 1,
      offset: 0,
      text: "Hm, let me see.",
      insteadOfText: true,
    });
    expect(logged.text).toBe("Here it is");
    expect(after(logged, said(10, ".")).text).toBe("Here it is.");
  });

  it("keeps the running output of a tool until the tool is finished", () => {
    const running = after(nothingLive, {
      type: "tool-output",
      turnId,
      callId: "c1",
      offset: 0,
      delta: "12 passed",
    });
    expect(running.outputs.c1?.text).toBe("12 passed");
    const finished = withLiveEvent(running, {
      type: "tool.finished",
      turnId,
      callId: "c1",
      outcome: "ok",
      content: "12 passed",
    });
    expect(finished.outputs).toEqual({});
  });

  it("never moves progress backwards within a phase", () => {
    const at = (processed: number): Frame => ({
      type: "progress",
      turnId,
      step: 1,
      progress: { phase: "prompt", processed, total: 100 },
    });
    expect(after(nothingLive, at(60), at(40)).progress?.processed).toBe(60);
    expect(after(nothingLive, at(40), at(60)).progress?.processed).toBe(60);
  });
});
