import { type EventBody, SessionId } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { contextLedger, emptySession, evolve, nothingLive } from "../src/index.ts";

const turnId = "t1";
const opened: EventBody = {
  type: "session.opened",
  sessionId: SessionId.parse("s00000001"),
  workspace: "/w",
  prefix: {
    system: "You work in one folder. ".repeat(20),
    tools: [{ name: "read", description: "Reads a file. ".repeat(10), parameters: { type: "object" } }],
    reasoning: "send",
  },
  mode: "ask",
  version: "0",
};
const said: EventBody[] = [
  opened,
  { type: "context.added", kind: "machine", text: "Linux, a shell, a folder." },
  { type: "turn.started", turnId, text: "Read both of the files, please." },
];
const request = (step: number): EventBody => ({
  type: "request.sent",
  turnId,
  step,
  messages: 2,
  added: [],
  tools: "",
  model: "m",
});
const spoke = (step: number, text: string): EventBody => ({
  type: "reply.text",
  turnId,
  step,
  offset: 0,
  text,
});
const replied = (step: number, prompt: number, generated: number, cached = 0): EventBody => ({
  type: "reply.completed",
  turnId,
  step,
  finish: "tool_calls",
  usage: { prompt, cached, generated },
});
const called = (step: number, callId: string): EventBody => ({
  type: "tool.requested",
  turnId,
  step,
  callId,
  tool: "read",
  arguments: `{"path":"${callId}"}`,
});
const answered = (callId: string, content: string): EventBody => ({
  type: "tool.finished",
  turnId,
  callId,
  outcome: "ok",
  content,
});

function after(...bodies: EventBody[]) {
  const at = "2026-01-01T00:00:00.000Z";
  return bodies.reduce(
    (state, body, index) => evolve(state, { v: 1, seq: index + 1, at, body }),
    emptySession,
  );
}

const firstCall: EventBody[] = [
  ...said,
  request(1),
  { type: "reply.reasoning", turnId, step: 1, offset: 0, text: "First I read it. ".repeat(4) },
  spoke(1, "I read it."),
  replied(1, 900, 60),
  called(1, "c1"),
  answered("c1", "line of text\n".repeat(100)),
];
const twoCalls: EventBody[] = [
  ...firstCall,
  request(2),
  spoke(2, "And two more."),
  replied(2, 1_400, 50, 959),
  called(2, "c2"),
  called(2, "c3"),
  answered("c2", "short"),
  answered("c3", "line of text\n".repeat(100)),
];
const whole: EventBody[] = [...twoCalls, request(3), spoke(3, "Done."), replied(3, 2_000, 10, 1_449)];

const sumOf = (state: ReturnType<typeof after>) =>
  contextLedger(state).blocks.reduce((sum, { tokens }) => sum + tokens, 0);

describe("the ledger", () => {
  it("is all estimate before the first reply", () => {
    const { used, estimated, parts } = contextLedger(after(...said));
    expect(estimated).toBe(true);
    expect(Object.values(parts).every((part) => part.estimated)).toBe(true);
    expect(used).toBe(sumOf(after(...said)));
  });

  it("adds up to what the server counted, part for part and block for block", () => {
    const ledger = contextLedger(after(...whole));
    expect(ledger).toMatchObject({ used: 2_010, estimated: false });
    expect(sumOf(after(...whole))).toBe(2_010);
    expect(Object.values(ledger.parts).reduce((sum, { tokens }) => sum + tokens, 0)).toBe(2_010);
  });

  it("knows from two counts exactly what came between them alone", () => {
    const [first] = contextLedger(after(...whole)).blocks.filter(({ callId }) => callId === "c1");
    expect(first).toMatchObject({ kind: "result", tokens: 1_400 - 960, estimated: false });
  });

  it("shares what came together by its length, and says that it did", () => {
    const { blocks } = contextLedger(after(...whole));
    const [short, long] = ["c2", "c3"].map((id) => blocks.find(({ callId }) => callId === id));
    expect((short?.tokens ?? 0) + (long?.tokens ?? 0)).toBe(2_000 - 1_450);
    expect(long?.tokens).toBeGreaterThan((short?.tokens ?? 0) * 10);
    expect([short?.estimated, long?.estimated]).toEqual([true, true]);
  });

  it("takes exact counts of the same model's tokenizer, and of no other", () => {
    const results = after(...whole).timeline;
    const seqOf = (id: string) => [...results].find((one) => one.kind === "tool" && one.callId === id)?.seq;
    const counted = (model: string): EventBody => ({
      type: "context.counted",
      model,
      entries: [
        { seq: seqOf("c2") ?? 0, result: 2 },
        { seq: seqOf("c3") ?? 0, result: 540 },
      ],
    });
    const tokensOf = (state: ReturnType<typeof after>) =>
      contextLedger(state).blocks.flatMap(({ callId, tokens, estimated }) =>
        callId === "c2" || callId === "c3" ? [[tokens, estimated]] : [],
      );
    // Eight more are what the template wrote around the two.
    expect(tokensOf(after(...whole, counted("m")))).toEqual([
      [6, false],
      [544, false],
    ]);
    expect(tokensOf(after(...whole, counted("another")))).toEqual(tokensOf(after(...whole)));
  });

  it("adds an estimate of what came since the last count, and says so", () => {
    const { used, estimated, blocks } = contextLedger(after(...twoCalls));
    expect(estimated).toBe(true);
    expect(used).toBeGreaterThan(1_450 + 300);
    expect(blocks.at(-1)).toMatchObject({ callId: "c3", estimated: true });
  });

  it("counts a reply that was cut as the history holds it, not as it was spoken", () => {
    const cut: EventBody[] = [
      ...said,
      request(1),
      { type: "reply.text", turnId, step: 1, offset: 0, text: "And so on, and so on." },
      { ...replied(1, 900, 4_000), finish: "cut", cut: "repetition", text: "And so on." } as EventBody,
      { type: "context.added", kind: "reminder", cause: "repetition", text: "You repeat yourself." },
    ];
    const { used, estimated } = contextLedger(after(...cut));
    expect(estimated).toBe(true);
    expect(used).toBeGreaterThan(900);
    expect(used).toBeLessThan(950);
  });

  it("still adds up where the template drops earlier thinking and the prompt gets shorter", () => {
    const again: EventBody[] = [
      ...whole,
      { type: "turn.ended", turnId, reason: "done" },
      { type: "turn.started", turnId: "t2", text: "Thanks." },
      { ...request(1), turnId: "t2" } as EventBody,
      { type: "reply.text", turnId: "t2", step: 1, offset: 0, text: "Well." },
      { ...replied(1, 1_980, 5), turnId: "t2" } as EventBody,
    ];
    expect(contextLedger(after(...again))).toMatchObject({ used: 1_985, estimated: false });
  });

  it("is hot as far as the newest request found it, and follows the one that is being read", () => {
    const hot = (cached: number) => contextLedger(after(...whole), reading(cached));
    const reading = (cached: number) => ({
      ...nothingLive,
      progress: { phase: "prompt" as const, processed: cached, total: 2_400, cached },
    });
    const hotOf = ({ blocks }: ReturnType<typeof contextLedger>) =>
      blocks.reduce((sum, block) => sum + block.hot, 0);
    expect(hotOf(contextLedger(after(...whole)))).toBe(1_449);
    expect(hotOf(hot(77))).toBe(77);
    expect(hot(77)).toMatchObject({ used: 2_400, estimated: false });
  });
});

describe("the account of a long session", () => {
  /** Events that change the account in every way: turns, calls, counts, measures, folds, a compaction. */
  const history: EventBody[] = [
    ...twoCalls,
    request(3),
    { type: "reply.text", turnId, step: 3, offset: 0, text: "Both are short." },
    { ...replied(3, 2_300, 20, 1_449), finish: "stop" } as EventBody,
    { type: "turn.ended", turnId, reason: "done" },
    { type: "context.counted", model: "m", entries: [{ seq: 3, text: 9, notes: 8 }] },
    { type: "turn.started", turnId: "t2", text: "And once more?" },
    { type: "context.added", kind: "steering", text: "Quickly." },
    { type: "request.sent", turnId: "t2", step: 1, messages: 8, added: [], tools: "", model: "m" },
    { type: "reply.text", turnId: "t2", step: 1, offset: 0, text: "Once more." },
    {
      type: "reply.completed",
      turnId: "t2",
      step: 1,
      finish: "stop",
      usage: { prompt: 2_100, cached: 2_000, generated: 9 },
    },
    { type: "turn.ended", turnId: "t2", reason: "done" },
    { type: "turn.started", turnId: "t3", text: "Thanks." },
  ];
  const at = "2026-01-01T00:00:00.000Z";

  it("is the same whether it went on from an earlier one or was made at once", () => {
    let grown = emptySession;
    for (const [index, body] of history.entries()) {
      grown = evolve(grown, { v: 1, seq: index + 1, at, body });
      expect(contextLedger(grown), `after ${index + 1}`).toEqual(
        contextLedger(after(...structuredClone(history.slice(0, index + 1)))),
      );
    }
  });

  it("makes only what is new: the blocks of earlier turns stay the very same", () => {
    const turn = (number: number): EventBody[] => [
      { type: "turn.started", turnId: `t${number}`, text: `Question ${number}` },
      { type: "request.sent", turnId: `t${number}`, step: 1, messages: 2, added: [], tools: "", model: "m" },
      { type: "reply.text", turnId: `t${number}`, step: 1, offset: 0, text: "An answer." },
      {
        type: "reply.completed",
        turnId: `t${number}`,
        step: 1,
        finish: "stop",
        usage: { prompt: 1_000 + number * 40, cached: 900 + number * 40, generated: 10 },
      },
      { type: "turn.ended", turnId: `t${number}`, reason: "done" },
    ];
    const many = Array.from({ length: 400 }, (_, number) => turn(number)).flat();
    let state = after(opened, ...many);
    const before = contextLedger(state).blocks;
    for (const [index, body] of turn(400).entries())
      state = evolve(state, { v: 1, seq: many.length + 2 + index, at, body });
    const now = contextLedger(state).blocks;
    expect(now).toHaveLength(before.length + 2);
    expect(before.filter((block, index) => now[index] !== block).length).toBeLessThan(8);
  });
});
