import type { EventBody } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { evolve } from "../src/fold/evolve.ts";
import { commandsIn, commandsSince } from "../src/history/covered.ts";
import { nextUndo } from "../src/history/undo-choice.ts";
import { emptySession, type SessionState } from "../src/session-state.ts";
import { opened } from "./opened-session.ts";

const folded = (bodies: readonly EventBody[]): SessionState =>
  bodies.reduce(
    (state, body) => evolve(state, { v: 1, seq: state.lastSeq + 1, at: "2026-01-01T00:00:00.000Z", body }),
    emptySession,
  );

/** A turn of one call; a command is one that ended with an exit code. */
function turn(turnId: string, ...within: EventBody[]): EventBody[] {
  return [
    { type: "turn.started", turnId, text: turnId },
    { type: "request.sent", turnId, step: 1, messages: 2, added: [], tools: "" },
    { type: "reply.completed", turnId, step: 1, finish: "tool_calls" },
    { type: "tool.requested", turnId, step: 1, callId: `c${turnId.slice(1)}`, tool: "x", arguments: "{}" },
    { type: "tool.started", turnId, callId: `c${turnId.slice(1)}` },
    ...within,
    { type: "turn.ended", turnId, reason: "done" },
  ];
}

const edits = (turnId: string, path = "a.txt") =>
  turn(
    turnId,
    {
      type: "file.changed",
      turnId,
      callId: `c${turnId.slice(1)}`,
      path,
      after: turnId,
      diff: "",
      added: 1,
      removed: 0,
    },
    { type: "tool.finished", turnId, callId: `c${turnId.slice(1)}`, outcome: "ok", content: "" },
  );

const runs = (turnId: string, ...covered: EventBody[]) =>
  turn(turnId, ...covered, {
    ...{ type: "tool.finished", turnId, callId: `c${turnId.slice(1)}`, outcome: "ok", content: "" },
    exitCode: 0,
  });

const covers = (turnId: string): EventBody => ({
  ...{ type: "command.covered", turnId, callId: `c${turnId.slice(1)}` },
  files: [{ path: "b.txt", after: "b" }],
});

const since = (...bodies: EventBody[]) => {
  const state = folded([opened, ...bodies]);
  return commandsSince(state, nextUndo(state));
};

describe("an undo that names no turn", () => {
  it("knows of the commands that ran since the turn it comes to", () => {
    expect(since(...edits("t1"), ...runs("t2"), ...runs("t3"))).toEqual({ turn: 1, count: 2 });
    expect(since(...edits("t1"), ...runs("t2"), ...edits("t3"))).toBeUndefined();
    expect(since(...runs("t1"), ...edits("t2"))).toBeUndefined();
  });

  it("counts the commands of its own turn as that turn's, and none with a snapshot", () => {
    const changes: EventBody = {
      ...{ type: "file.changed", turnId: "t1", callId: "c1", path: "a.txt", after: "t1" },
      ...{ diff: "", added: 1, removed: 0 },
    };
    const both = runs("t1", changes);
    expect(since(...both)).toBeUndefined();
    const state = folded([opened, ...both]);
    expect(commandsIn(state, { turn: "t1" })).toBe(1);
    expect(since(...edits("t1"), ...runs("t2", covers("t2")))).toBeUndefined();
  });

  it("does not ask again once something was taken back, and knows of them where no file was changed", () => {
    const back: EventBody = { type: "files.restored", target: { turn: "t2" }, files: [], refused: [] };
    expect(since(...edits("t1"), ...edits("t2", "b.txt"), ...runs("t3"), back)).toBeUndefined();
    expect(since(...runs("t1"), ...runs("t2"))).toEqual({ count: 2 });
    expect(since()).toBeUndefined();
  });
});
