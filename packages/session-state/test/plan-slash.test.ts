import type { EventBody } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { emptySession, evolve, planSlash, readSlash, type SessionState } from "../src/index.ts";
import { opened } from "./opened-session.ts";

const turn = (turnId: string, ...within: EventBody[]): EventBody[] => [
  { type: "turn.started", turnId, text: `words of ${turnId}` },
  { type: "request.sent", turnId, step: 1, messages: 2, added: [], tools: "" },
  ...within,
  { type: "turn.ended", turnId, reason: "done" },
];
const changed = (turnId: string): EventBody => ({
  type: "file.changed",
  ...{ turnId, callId: "c1", path: "a", before: turnId, after: `${turnId}x`, diff: "", added: 1, removed: 0 },
});
const ran = (turnId: string, callId: string): EventBody[] => [
  { type: "tool.requested", turnId, step: 1, callId, tool: "shell", arguments: "{}" },
  { type: "tool.finished", turnId, callId, outcome: "ok", content: "", exitCode: 0 },
];

function after(...bodies: EventBody[]): SessionState {
  return [opened, ...bodies].reduce(
    (state, body) => evolve(state, { v: 1, seq: state.lastSeq + 1, at: "2026-11-20T00:00:00Z", body }),
    emptySession,
  );
}

const two = after(...turn("t1", changed("t1")), ...turn("t2"));

function planOf(line: string, state = two) {
  const read = readSlash(line);
  if (read.kind !== "command") throw new Error("no command");
  return planSlash(state, read.command, read.argument);
}

describe("a slash command", () => {
  it.each([
    ["/undo", { type: "undo", target: { turn: "t1" } }],
    ["/undo to 1", { type: "undo", target: { to: "t1" } }],
    ["/regenerate files", { type: "rewind", turn: "t2", again: true, files: true }],
    ["/continue", { type: "continue" }],
    ["/compact the tests", { type: "compact", matters: "the tests" }],
    ["/mode plan", { type: "set-mode", mode: "plan" }],
    ["/snapshots on", { type: "set-snapshots", on: true }],
    ["/jobs stop j1", { type: "stop-job", job: "j1" }],
  ])("%s asks the session", (line, op) => {
    expect(planOf(line)).toEqual({ kind: "ask", op });
  });

  it.each([
    ["/undo list", { kind: "show", what: "undo-list", argument: "" }],
    ["/undo preview", { kind: "preview", target: { turn: "t1" }, said: [] }],
    ["/commit", { kind: "draft" }],
    ["/commit 1", { kind: "draft", from: "t1" }],
    ["/fork", { kind: "fork" }],
    ["/fork 2", { kind: "fork", turn: "t2" }],
    ["/edit", { kind: "edit", turn: "t2", text: "words of t2", files: false }],
    ["/mode", { kind: "show", what: "mode", argument: "" }],
    ["/status", { kind: "show", what: "status", argument: "" }],
  ])("%s is a question of its own, or shown", (line, plan) => {
    expect(planOf(line)).toEqual(plan);
  });

  it.each([
    ["/undo 7 8", "slash.undo.how"],
    ["/undo 9", "error.nothing_to_undo"],
    ["/redo", "redo.nothing"],
    ["/commit now", "commit.how"],
    ["/commit 9", "commit.nothing"],
    ["/fork 9", "slash.fork.how"],
    ["/regenerate all", "slash.rewind.how"],
    ["/snapshots", "snapshots.areOff"],
    ["/larger", "slash.larger.how"],
    ["/larger yes", "slash.larger.none"],
  ])("%s is answered and asks nothing", (line, key) => {
    expect(planOf(line)).toMatchObject({ kind: "say", said: [{ key }] });
  });

  it.each(["/undo", "/redo", "/continue", "/regenerate", "/compact", "/fork", "/commit", "/snapshots on"])(
    "%s has nothing to work on before the first message",
    (line) => {
      expect(planOf(line, emptySession)).toEqual({ kind: "say", said: [{ key: "slash.noSession" }] });
    },
  );

  it("/redo after an undo takes it back", () => {
    const files = [
      { path: "a", action: "changed", before: "t1x", after: "t1", diff: "", added: 0, removed: 1 } as const,
    ];
    const undone = after(...turn("t1", changed("t1")), {
      type: "files.restored",
      target: { turn: "t1" },
      files,
      refused: [],
    });
    const { lastSeq } = undone;
    expect(planOf("/redo", undone)).toEqual({
      kind: "ask",
      op: { type: "undo", target: { restored: lastSeq } },
    });
  });

  it("/undo passes over no command in silence", () => {
    const moved = after(...turn("t1", changed("t1")), ...turn("t2", ...ran("t2", "c1")));
    expect(planOf("/undo", moved)).toMatchObject({
      kind: "say",
      said: [
        { key: "undo.since", values: { turn: 1, count: 1 } },
        { key: "undo.allTheSame" },
        { key: "snapshots.offer" },
      ],
    });
    expect(planOf("/undo 1", moved)).toMatchObject({ kind: "ask" });
    expect(planOf("/undo preview", moved)).toMatchObject({
      kind: "preview",
      said: [{ key: "undo.since" }, {}],
    });
    const within = after(...turn("t1", changed("t1"), ...ran("t1", "c1")));
    expect(planOf("/undo", within)).toMatchObject({
      kind: "ask",
      said: [{ key: "undo.commands", values: { count: 1 } }, { key: "snapshots.offer" }],
    });
  });

  it("says in a turn what waits for its next step, and edits nothing then", () => {
    const busy = after({ type: "turn.started", turnId: "t1", text: "go" });
    expect(planOf("/compact", busy)).toMatchObject({ after: { key: "slash.compactsLater" } });
    expect(planOf("/edit", busy)).toMatchObject({ kind: "say", said: [{ key: "error.session_busy" }] });
    expect(planOf("/answer", busy)).toMatchObject({ spares: { code: "no_open_turn" } });
  });
});
