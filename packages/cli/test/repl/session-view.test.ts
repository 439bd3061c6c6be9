import type { EventBody, Frame } from "@kestrel/protocol";
import { emptySession, evolve, type SessionState } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { foldedText } from "../../src/repl/folded-text.ts";
import { SessionView } from "../../src/repl/session-view.ts";
import { readSurface } from "./read-surface.ts";

const opened: EventBody = {
  type: "session.opened",
  sessionId: "s00000001" as never,
  workspace: "/w",
  prefix: { system: "", tools: [], reasoning: "send" },
  mode: "ask",
  version: "0",
};

/** A session at a terminal, event by event. */
async function atTerminal(language: "en" | "zh-CN" = "en") {
  const surface = readSurface();
  const say = await speaker(language);
  const paint = (_: string, text: string) => text;
  const view = new SessionView({
    surface,
    say,
    paint,
    waiting: () => 0,
    remembers: async () => true,
    typedHere: () => true,
  });
  let state: SessionState = emptySession;
  const happens = (...bodies: EventBody[]) => {
    for (const body of bodies) {
      const event = { v: 1 as const, seq: state.lastSeq + 1, at: "2026-11-20T00:00:00.000Z", body };
      state = evolve(state, event);
      view.event(event, state);
    }
  };
  happens(opened);
  return {
    surface,
    view,
    say,
    state: () => state,
    happens,
    hears: (frame: Frame) => view.frame(frame, state),
  };
}

describe("a model server that is down", () => {
  const address = "http://127.0.0.1:1234";
  const failure = { code: "unreachable", params: { url: address } } as const;
  const down: Frame = { type: "engine", status: { state: "failed", label: "falcon", address, failure } };

  it("is named below an idle line until it is back", async () => {
    const { surface, hears } = await atTerminal();
    hears(down);
    expect(surface.below).toBe("falcon is down: nothing answers at http://127.0.0.1:1234");
    hears({ type: "engine", status: { state: "ready", label: "falcon", address } });
    expect(surface.below).toBe("");
  });

  it("is told within a turn as what the turn waits for", async () => {
    const { surface, happens, hears } = await atTerminal();
    happens({ type: "turn.started", turnId: "t1", text: "hello" });
    const before = surface.below;
    hears(down);
    expect(surface.below).toBe(before);
  });
});

describe("a turn whose requests missed the cache", () => {
  const turnId = "t1";
  const request = (step: number, cached: number): EventBody[] => [
    { type: "request.sent", turnId, step, messages: 2, added: [], tools: "" },
    { type: "reply.completed", turnId, step, finish: "stop", usage: { prompt: 9_000, cached, generated: 5 } },
    { type: "cache.missed", turnId, step, expected: 8_500, cached, reason: "unknown" },
  ];

  it.each([
    ["en", "3,100 tokens re-processed (cache miss)"],
    ["zh-CN", "重新处理了 3,100 个 token（缓存未命中）"],
  ] as const)("says so once, at its end (%s)", async (language, sentence) => {
    const { surface, happens } = await atTerminal(language);
    happens({ type: "turn.started", turnId, text: "go" }, ...request(1, 8_000), ...request(2, 7_000));
    happens(...request(3, 7_400));
    const before = surface.lines.length;
    happens({ type: "turn.ended", turnId, reason: "done" });
    expect(surface.lines.slice(0, before).join("\n")).not.toContain("8,500");
    expect(surface.lines.filter((line) => line.includes("3,100"))).toEqual([sentence]);
  });
});

describe("a session that is joined while a turn runs", () => {
  const turnId = "t1";
  const began: EventBody[] = [
    { type: "turn.started", turnId, text: "go" },
    { type: "request.sent", turnId, step: 1, messages: 2, added: [], tools: "" },
  ];
  const live = { turnId, step: 1, reasoning: "", text: "", outputs: {} };

  it("shows at once what runs, since when, its output, and how to stop it", async () => {
    const { surface, view, state } = await joining([
      ...began,
      {
        type: "tool.requested",
        ...{ turnId, step: 1, callId: "c1", tool: "shell", arguments: "{}" },
        subject: { commands: ["npm test"] },
      },
      { type: "tool.started", turnId, callId: "c1" },
    ]);
    view.frame(
      { type: "snapshot", live: { ...live, outputs: { c1: { offset: 0, text: "ok 1\nok 2\n" } } } },
      state,
    );
    expect(surface.below).toMatch(/^running \$ npm test · 9 s · Esc stops$/);
    expect(surface.liveRows).toEqual(["    ok 1", "    ok 2"]);
  });

  it("shows what the model does", async () => {
    const { surface, view, state } = await joining(began);
    view.frame({ type: "snapshot", live: { ...live, progress: { phase: "reasoning" } } }, state);
    expect(surface.below).toMatch(/^thinking · 9 s · Esc stops$/);
  });
});

/** A terminal on a session in which this happened nine seconds ago. */
async function joining(bodies: readonly EventBody[]) {
  const surface = readSurface();
  const say = await speaker("en");
  const paint = (_: string, text: string) => text;
  const view = new SessionView({
    surface,
    say,
    paint,
    waiting: () => 0,
    remembers: async () => true,
    typedHere: () => true,
  });
  const at = new Date(Date.now() - 9_200).toISOString();
  const state = [opened, ...bodies].reduce(
    (before, body, seq) => evolve(before, { v: 1, seq: seq + 1, at, body }),
    emptySession,
  );
  return { surface, view, state };
}

describe("calls that did nothing, and questions", () => {
  const turnId = "t1";
  const requested = (callId: string, tool: string, more: object): EventBody => ({
    type: "tool.requested",
    ...{ turnId, step: 1, callId, tool, arguments: "{}" },
    ...more,
  });
  const finished = (callId: string, outcome: "ok" | "rejected", content: string): EventBody => ({
    type: "tool.finished",
    ...{ turnId, callId, outcome, content },
  });
  const began: EventBody[] = [
    { type: "turn.started", turnId, text: "go" },
    { type: "request.sent", turnId, step: 1, messages: 2, added: [], tools: "" },
  ];

  it.each([
    ["en", "unknown_tool", "✗ list {}  no such tool"],
    ["en", "arguments", "✗ list {}  wrong arguments"],
    ["en", undefined, "✗ list {}  not understood"],
    ["zh-CN", "unknown_tool", "✗ list {}  没有这个工具"],
  ] as const)("a rejected call says what is wrong with it (%s, %s)", async (language, kind, line) => {
    const { surface, happens } = await atTerminal(language);
    const rejected = { reason: "something", got: "x", kind };
    happens(...began, requested("c1", "list", { rejected }), finished("c1", "rejected", "Rejected: why."));
    expect(surface.lines).toContain(line);
  });

  it("a failure's reason is wrapped between words, also in the pager", async () => {
    const { surface, state, say, happens } = await atTerminal();
    const why = `There is no such file. ${"Look at the folder and take another name. ".repeat(3)}`.trim();
    happens(...began, requested("c1", "read", {}), finished("c1", "rejected", why));
    const rows = surface.lines.filter((line) => line.length > 80);
    expect(rows).toEqual([]);
    expect(surface.lines.join(" ").replaceAll(/ +/g, " ")).toContain(why);
    const folded = foldedText(state(), say, 40).split("\n");
    expect(Math.max(...folded.map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(folded.join(" ")).toContain(why);
  });

  it("a question that was answered shows question and answer, never JSON", async () => {
    const { surface, happens } = await atTerminal();
    const question = { digest: "d", question: "Which database?\nPick one.", choices: ["SQLite"] };
    happens(
      ...began,
      requested("c1", "ask_user", {
        arguments: JSON.stringify({ question: question.question }),
        subject: { display: "question" },
      }),
      { type: "question.asked", turnId, callId: "c1", ...question },
      { type: "question.answered", turnId, callId: "c1", digest: "d", end: "answered", text: "SQLite" },
      finished("c1", "ok", "The user answered: SQLite"),
    );
    expect(surface.lines).toContain("✓ ? Which database? …  SQLite");
    expect(surface.lines.join("\n")).not.toContain("{");
  });
});

describe("what goes on in a turn", () => {
  const turnId = "t1";
  const began: EventBody[] = [
    { type: "turn.started", turnId, text: "go" },
    { type: "request.sent", turnId, step: 1, messages: 2, added: [], tools: "" },
  ];
  const requested = (tool: string, input: object, subject: object): EventBody => ({
    type: "tool.requested",
    ...{ turnId, step: 1, callId: "c1", tool, arguments: JSON.stringify(input), subject },
  });

  it.each([
    ["en", "reminder to the model: its last edit was refused"],
    ["zh-CN", "给模型的提醒：它最后一次对文件的编辑被拒绝，没有完成"],
  ] as const)("a guard's reminder is shown as what it is (%s)", async (language, line) => {
    const { surface, happens } = await atTerminal(language);
    happens(...began, {
      type: "context.added",
      kind: "reminder",
      cause: "failed_edit",
      text: "Edit it.",
    });
    expect(surface.lines).toContain(line);
    expect(surface.lines.join("\n")).not.toContain("Edit it.");
  });

  it("the model's list is a list, never JSON", async () => {
    const { surface, happens } = await atTerminal();
    const items = [
      { text: "find the loss", done: true },
      { text: "mend it", done: false },
    ];
    happens(...began, requested("todo", { items }, { display: "list" }));
    happens({ type: "tool.finished", turnId, callId: "c1", outcome: "ok", content: "1 of 2 done" });
    expect(surface.lines.slice(-3)).toEqual(["✓ todo 1/2 mend it", "    ✓ find the loss", "    ○ mend it"]);
  });

  it("the end of a running command's output stands above the line, all of it at a key, and is gone with it", async () => {
    const { surface, happens, hears, view } = await atTerminal();
    happens(...began, requested("shell", { command: "npm test" }, { commands: ["npm test"] }));
    happens({ type: "tool.started", turnId, callId: "c1" });
    const delta = Array.from({ length: 12 }, (_, line) => `line ${line + 1}\n`).join("");
    hears({ type: "tool-output", turnId, callId: "c1", offset: 0, delta } as Frame);
    hears({ type: "tool-output", turnId, callId: "c1", offset: 0, delta: "10 %\r20 %" } as Frame);
    const last = ["    line 11", "    line 12", "    20 %", "    3 of 13 lines · Ctrl+O shows all"];
    expect(surface.liveRows).toEqual(last);
    expect(surface.below).toMatch(/^running \$ npm test · \d+ s · Esc stops$/);
    expect(view.showAll()).toBe(true);
    expect(surface.liveRows).toHaveLength(13);
    happens({
      type: "tool.finished",
      turnId,
      callId: "c1",
      outcome: "ok",
      content: "exit code 0",
      exitCode: 0,
    });
    expect(surface.liveRows).toEqual([]);
    expect(view.showAll()).toBe(false);
  });

  it("thinking is shown by its end, and how long it took stays", async () => {
    const { surface, happens, view } = await atTerminal();
    happens(...began);
    view.spoken("reasoning", "one\ntwo\nthree");
    expect(surface.liveRows).toEqual(["  two", "  three"]);
    view.spoken("text", "Done.");
    expect(surface.liveRows).toEqual([]);
    expect(surface.lines.join("\n")).toMatch(/thought for \d+\.\d s · Ctrl\+O/);
  });
});
