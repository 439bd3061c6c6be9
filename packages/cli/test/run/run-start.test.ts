import type { EventBody } from "@kestrel/protocol";
import { emptySession, evolve } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { runStart } from "../../src/run/run-start.ts";

const say = await speaker("en");
const opened: EventBody = {
  type: "session.opened",
  sessionId: "s00000001" as never,
  workspace: "/w",
  prefix: { system: "", tools: [], reasoning: "send" },
  mode: "ask",
  version: "0",
};
const bodies: EventBody[] = [
  opened,
  { type: "turn.started", turnId: "t1", text: "first" },
  { type: "turn.ended", turnId: "t1", reason: "done" },
];
const spoken = bodies.reduce(
  (state, body) => evolve(state, { v: 1, seq: state.lastSeq + 1, at: "2026-11-20T00:00:00Z", body }),
  emptySession,
);

const begins = (task: string, named = false) =>
  runStart(task, {
    say,
    state: async () => (named ? spoken : undefined),
    names: async () => [
      { name: "plan", starts: false },
      { name: "onboard", starts: true },
    ],
  });

describe("the task of a run", () => {
  it("that is words is sent as it is", async () => {
    for (const task of ["fix it", "/usr/bin/env is missing"])
      expect(await begins(task)).toEqual({ before: [], op: { type: "send-message", text: task } });
  });

  it("that calls a prompt by its name means what it means in the terminal", async () => {
    expect(await begins("/plan the move to ESM\n\n(a file)")).toEqual({
      before: [{ type: "invoke", name: "plan", argument: "the move to ESM\n\n(a file)" }],
      op: { type: "send-message", text: "the move to ESM\n\n(a file)" },
    });
    expect(await begins("/onboard")).toEqual({
      before: [{ type: "invoke", name: "onboard" }],
      op: { type: "send-message", text: "/onboard" },
    });
  });

  it("that goes on with a session starts a turn of it", async () => {
    expect((await begins("/regenerate", true)).op).toEqual({ type: "rewind", turn: "t1", again: true });
    expect((await begins("/continue", true)).op).toEqual({ type: "continue" });
  });

  it.each([
    ["/plan", 'kestrel run "/plan …"'],
    ["/rewiev it", "There is no /rewiev, so nothing was sent."],
    ["/undo", "Use `kestrel undo`"],
    ["/mode plan", "Use `kestrel run --mode MODE`"],
    ["/status", "Use `kestrel doctor`"],
    ["/compact", "It works in a conversation"],
    ["/fork", "It works in a conversation"],
    ["/continue", "No session yet"],
  ])("%s is refused with the way that does it, and never sent as words", async (task, reason) => {
    await expect(begins(task)).rejects.toThrow(reason);
  });
});
