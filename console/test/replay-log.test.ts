import type { EventBody } from "@kestrel/protocol";
import { emptySession, evolve } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { ReplayLog } from "../src/features/replay/replay-log.ts";
import { approvedAndDone, fixingAdd, logged, opening } from "./stage/story.ts";

const events = logged([...fixingAdd, ...approvedAndDone]);

describe("a replay", () => {
  it("shows at every event what the fold says, whichever way it is reached", () => {
    const many: EventBody[] = [opening];
    for (let turn = 1; turn <= 120; turn++) {
      many.push(
        { type: "turn.started", turnId: `t${turn}`, text: `${turn}` },
        { type: "turn.ended", turnId: `t${turn}`, reason: "done" },
      );
    }
    const log = new ReplayLog(logged(many));
    const order = [241, 0, 100, 99, 101, 200, 7, 199, 240, 1];
    for (const at of order) {
      const folded = log.events.slice(0, at).reduce(evolve, emptySession);
      expect(log.stateAt(at).lastSeq).toBe(folded.lastSeq);
      expect([...log.stateAt(at).timeline]).toEqual([...folded.timeline]);
    }
  });

  it("has a mark for each message, change, approval and error", () => {
    const kinds = new ReplayLog(events).marks.map(({ kind }) => kind);
    expect(kinds).toEqual(["message", "approval", "change", "approval"]);
  });

  it("jumps from mark to mark and stops at the ends", () => {
    const log = new ReplayLog(events);
    const first = log.marks[0]?.at ?? 0;
    expect(log.markBeside(0, 1)).toBe(first);
    expect(log.markBeside(first, -1)).toBeUndefined();
  });

  it("keeps the pace, cuts idle time and obeys the speed", () => {
    const slow = new ReplayLog(
      logged([opening, { body: { type: "session.titled", title: "later" }, after: 3_600_000 }]),
    );
    expect(slow.pauseAfter(1, 1, 900)).toBe(900);
    expect(slow.pauseAfter(1, 10, 900)).toBe(90);
    expect(
      new ReplayLog(
        logged([opening, { body: { type: "session.titled", title: "" }, after: 200 }]),
      ).pauseAfter(1, 1, 900),
    ).toBe(200);
  });
});
