import type { EventBody, OpBody } from "@kestrel/protocol";
import type { CommitDraft } from "@kestrel/protocol/api";
import { emptySession, evolve, type SessionState } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { callByName, doSlashCommand } from "../src/features/chat/slash/do-slash-command.ts";
import { loadWords } from "../src/i18n/language.tsx";

const { t } = await loadWords("en");

/** A session in which two messages were said, both answered. */
function spoken(): SessionState {
  const bodies: EventBody[] = [
    {
      type: "session.opened",
      sessionId: "s00000001" as never,
      workspace: "/work",
      prefix: { system: "", tools: [], reasoning: "send" },
      mode: "ask",
      version: "0",
    },
    { type: "turn.started", turnId: "t1", text: "first" },
    { type: "turn.ended", turnId: "t1", reason: "done" },
    { type: "turn.started", turnId: "t2", text: "second" },
    { type: "turn.ended", turnId: "t2", reason: "done" },
  ];
  return bodies.reduce(
    (state, body, seq) => evolve(state, { seq, at: "2026-01-01T00:00:00.000Z", body } as never),
    emptySession,
  );
}

/** What a command asked for, where it led, and what it answered. */
async function typed(line: string, state = spoken(), drafted?: CommitDraft) {
  const { asked, led, desk } = deskOf(state, drafted);
  const [command = "", ...rest] = line.slice(1).split(" ");
  const answer = await doSlashCommand(desk, command as never, rest.join(" "));
  return { asked, led, answer };
}

function deskOf(state: SessionState, drafted?: CommitDraft) {
  const asked: OpBody[] = [];
  const led: string[] = [];
  const desk: Parameters<typeof callByName>[0] = {
    state,
    t,
    send: async (op) => void asked.push(op),
    edit: (turn, files) => led.push(`edit ${turn}${files ? " files" : ""}`),
    draftCommit: async (from) => {
      led.push(`draft ${from}`);
      return drafted;
    },
    names: async () => [{ name: "review", starts: false }],
    fork: async (turn) => {
      led.push(`fork ${turn}`);
      return "s2";
    },
    places: {
      newSession: () => led.push("new"),
      model: () => led.push("model"),
      settings: () => led.push("settings"),
      lens: () => led.push("lens"),
      session: (id) => led.push(id),
    },
  };
  return { asked, led, desk };
}

it("says where a prompt that was called goes: to the next message, or to the turn that runs", async () => {
  const still = deskOf(spoken());
  const said = async ({ desk }: typeof still) => (await callByName(desk, "/review"))?.said;
  expect(await said(still)).toBe("/review is sent with your next message.");
  const began = {
    v: 1,
    seq: 9,
    at: "2026-01-01T00:00:00.000Z",
    body: { type: "turn.started", turnId: "t3", text: "third" },
  };
  const within = deskOf(evolve(spoken(), began as never));
  expect(await said(within)).toContain("with the next step");
  expect(within.asked).toEqual(still.asked);
});

describe("a command typed in the console", () => {
  it.each<[string, OpBody]>([
    ["/mode plan", { type: "set-mode", mode: "plan" }],
    ["/compact", { type: "compact" }],
    ["/compact the tests", { type: "compact", matters: "the tests" }],
    ["/regenerate", { type: "rewind", turn: "t2", again: true }],
    ["/regenerate files", { type: "rewind", turn: "t2", again: true, files: true }],
    ["/continue", { type: "continue" }],
    ["/answer", { type: "answer-now" }],
    ["/jobs stop j1", { type: "stop-job", job: "j1" }],
  ])("%s asks the daemon", async (line, op) => {
    expect((await typed(line)).asked).toEqual([op]);
  });

  it.each([
    ["/new", ["new"]],
    ["/model", ["model"]],
    ["/permissions", ["settings"]],
    ["/context", ["lens"]],
    ["/fork 2", ["fork t2", "s2"]],
  ])("%s leads to where it is", async (line, led) => {
    expect(await typed(line)).toMatchObject({ asked: [], led });
  });

  it.each([
    ["/edit", "edit t2"],
    ["/edit files", "edit t2 files"],
  ])("%s puts the last message into the field, and nothing leaves before it is sent", async (line, led) => {
    expect(await typed(line)).toEqual({ asked: [], led: [led], answer: { words: true } });
  });

  it("/snapshots turns them on and off, and alone says how it stands", async () => {
    expect(await typed("/snapshots on")).toMatchObject({
      asked: [{ type: "set-snapshots", on: true }],
      answer: { said: expect.stringContaining("from now on") },
    });
    expect(await typed("/snapshots off")).toMatchObject({ asked: [{ type: "set-snapshots", on: false }] });
    const [off, on] = [
      await typed("/snapshots"),
      await typed("/snapshots", { ...spoken(), snapshots: true }),
    ];
    expect([off.asked, on.asked]).toEqual([[], []]);
    expect(off.answer.said).toContain("/snapshots on changes that");
    expect(on.answer.said).toContain("/snapshots off ends that");
  });

  it("/undo passes over no command in silence: it says so, and undoes the turn that is named", async () => {
    const turnId = "t3";
    const [requested, ended] = [{ turnId, step: 1, tool: "shell", arguments: "{}" }, { turnId }];
    const bodies: EventBody[] = [
      { type: "turn.started", turnId: "t2", text: "change it" },
      {
        type: "file.changed",
        turnId: "t2",
        callId: "c9",
        path: "a",
        after: "1",
        diff: "",
        added: 1,
        removed: 0,
      },
      { type: "turn.ended", turnId: "t2", reason: "done" },
      { type: "turn.started", turnId, text: "move it" },
      { type: "request.sent", turnId, step: 1, messages: 2, added: [], tools: "" },
      { type: "reply.completed", turnId, step: 1, finish: "tool_calls" },
      { type: "tool.requested", ...requested, callId: "c1" },
      { type: "tool.finished", ...ended, callId: "c1", outcome: "ok", content: "", exitCode: 0 },
      { type: "turn.ended", turnId, reason: "done" },
    ];
    const at = "2026-01-01T00:00:00.000Z";
    const moved = bodies.reduce(
      (state, body) => evolve(state, { v: 1, seq: state.lastSeq + 1, at, body }),
      spoken(),
    );
    const plain = await typed("/undo", moved);
    expect(plain.asked).toEqual([]);
    expect(plain.answer.said).toContain("Since turn 3, 1 command ran");
    expect(plain.answer.said).toContain("/undo 3");
    expect(plain.answer.said).toContain("/snapshots on");
    expect((await typed("/undo 3", moved)).asked).toEqual([{ type: "undo", target: { turn: "t2" } }]);
  });

  it("/commit shows the message with its lines, whose it is, or that nothing stands", async () => {
    const message = "Turn the lights on\n\n- src/harbour.ts (+1 -1)";
    expect(await typed("/commit", spoken(), { message, by: "rule" })).toEqual({
      ...{ asked: [], led: ["draft undefined"] },
      answer: { said: t("commit.by.rule"), draft: message },
    });
    expect((await typed("/commit")).answer).toEqual({ said: t("commit.nothing") });
    expect((await typed("/commit 7")).answer).toEqual({ said: t("commit.nothing") });
  });

  it("/edit waits for the turn that runs", async () => {
    const running = evolve(spoken(), {
      seq: 6,
      at: "2026-01-01T00:00:00.000Z",
      body: { type: "turn.started", turnId: "t3", text: "third" },
    } as never);
    const { asked, led, answer } = await typed("/edit", running);
    expect({ asked, led }).toEqual({ asked: [], led: [] });
    expect(answer.said).toBe(t("error.session_busy"));
  });

  it.each([
    "/mode",
    "/mode everything",
    "/undo 7 8",
    "/fork 9",
    "/regenerate all",
    "/commit now",
    "/sampling",
    "/exit",
  ])("%s does nothing and says how", async (line) => {
    const { asked, led, answer } = await typed(line);
    expect({ asked, led }).toEqual({ asked: [], led: [] });
    expect(answer.said).toMatch(/\w{3}/);
  });

  it.each(["/compact", "/undo", "/continue", "/fork", "/jobs", "/commit"])(
    "%s has nothing to work on before the first message",
    async (line) => {
      const { asked, answer } = await typed(line, emptySession);
      expect(asked).toEqual([]);
      expect(answer.said).toBe(t("slash.noSession"));
    },
  );
});
