import { type EventBody, SessionId } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { emptySession, evolve, readEvent, summarise } from "../src/index.ts";

const opened: EventBody = {
  type: "session.opened",
  sessionId: SessionId.parse("s00000001"),
  workspace: "/home/ada/project",
  prefix: { system: "", tools: [], reasoning: "omit" },
  mode: "ask",
  version: "0.1.0",
};
const started: EventBody = { type: "turn.started", turnId: "t1", text: "tidy up" };
const asked: EventBody[] = [
  { type: "request.sent", turnId: "t1", step: 1, messages: 2, added: [], tools: "" },
  { type: "tool.requested", turnId: "t1", step: 1, callId: "c1", tool: "shell", arguments: "{}" },
  { type: "approval.requested", turnId: "t1", callId: "c1", digest: "d", risk: "execute", reasons: [] },
];
const answered: EventBody = {
  type: "approval.resolved",
  turnId: "t1",
  callId: "c1",
  digest: "d",
  decision: "allowed",
  scope: "once",
  by: "user",
};

function after(...bodies: EventBody[]) {
  const at = (seq: number) => `2026-01-01T00:00:0${seq % 10}.000Z`;
  return bodies.reduce(
    (state, body, index) => evolve(state, { v: 1, seq: index + 1, at: at(index + 1), body }),
    emptySession,
  );
}

describe("the session's line in the list", () => {
  it("carries name, place, times and turns", () => {
    expect(summarise(after(opened, started))).toEqual({
      id: "s00000001",
      title: "tidy up",
      workspace: "/home/ada/project",
      openedAt: "2026-01-01T00:00:01.000Z",
      changedAt: "2026-01-01T00:00:02.000Z",
      turns: 1,
      mode: "ask",
      attention: "working",
    });
  });

  it("tells what a person must know apart", () => {
    const attention = (...bodies: EventBody[]) => summarise(after(opened, ...bodies)).attention;
    expect(attention()).toBe("empty");
    expect(attention(started)).toBe("working");
    expect(attention(started, ...asked)).toBe("needs_you");
    expect(attention(started, ...asked, answered)).toBe("working");
    expect(attention(started, { type: "turn.ended", turnId: "t1", reason: "failed" })).toBe("error");
    expect(attention(started, { type: "turn.ended", turnId: "t1", reason: "done" })).toBe("idle");
    for (const reason of ["cancelled", "interrupted", "shutdown", "max_steps"] as const) {
      expect(attention(started, { type: "turn.ended", turnId: "t1", reason })).toBe("stopped");
    }
  });

  it("is refused for a session that was never opened", () => {
    expect(() => summarise(emptySession)).toThrow("never opened");
  });
});

describe("a stored line of a later format", () => {
  it("is newer, not damage", () => {
    const line = JSON.stringify({ v: 2, seq: 7, at: "soon", body: { type: "turn.started", other: true } });
    expect(readEvent(line)).toEqual({ kind: "newer", seq: 7, type: "turn.started", format: 2 });
  });
});
