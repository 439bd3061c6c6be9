import type { EventBody, EventOf } from "@kestrel/protocol";

const turnId = "t1";

const asked = (step: number, messages: number, more: Partial<EventOf<"request.sent">> = {}): EventBody => ({
  ...{ type: "request.sent", turnId, step, messages, added: [], tools: "t" },
  ...more,
});
const says = (step: number, text: string): EventBody => ({
  type: "reply.text",
  turnId,
  step,
  offset: 0,
  text,
});
const replied = (
  step: number,
  more: Omit<EventOf<"reply.completed">, "type" | "turnId" | "step">,
): EventBody => ({
  ...{ type: "reply.completed", turnId, step },
  ...more,
});

/** A weak model's turn: calls in the wrong place, mended, refused and asked for again; guards that had to step in. */
export const weakModel: EventBody[] = [
  { type: "turn.started", turnId, text: "Rename the function in src/parse.ts to readTokens." },
  asked(1, 2),
  says(1, "I read the file."),
  replied(1, {
    finish: "tool_calls",
    text: "I read the file.",
    retried: [
      {
        tool: "read",
        reason: "the arguments end in the middle of a value",
        expected: '{"path": string}',
        got: '{"path": "src/par',
        hint: "Write the whole call.",
      },
    ],
  }),
  {
    type: "tool.requested",
    turnId,
    step: 1,
    callId: "c1",
    tool: "read",
    arguments: '{"path":"src/parse.ts"}',
    recovered: "schema",
  },
  { type: "tool.started", turnId, callId: "c1" },
  { type: "tool.finished", turnId, callId: "c1", outcome: "ok", content: "1  export function parse() {}" },
  asked(2, 4, { callFormat: "text" }),
  { type: "reply.reasoning", turnId, step: 2, offset: 0, text: "Now the edit. Or the search? The edit." },
  replied(2, { finish: "tool_calls", reasoningMs: 3_100 }),
  {
    type: "tool.requested",
    turnId,
    step: 2,
    callId: "c2",
    tool: "search",
    arguments: '{"pattern":"parse\\\\("}',
    recovered: "reasoning",
    repairs: ["json", "name"],
  },
  { type: "tool.started", turnId, callId: "c2" },
  {
    type: "tool.finished",
    turnId,
    callId: "c2",
    outcome: "ok",
    content: "src/main.ts\n4: parse(text);",
    cause: "repeated_call",
  },
  {
    type: "tool.requested",
    turnId,
    step: 2,
    callId: "c3",
    tool: "edit",
    arguments: "{}",
    rejected: {
      reason: '"old" is missing',
      expected: '{"path": string, "old": string, "new": string}',
      got: '{"path":"src/parse.ts","new":"readTokens"}',
      hint: 'Give the lines to replace as "old".',
    },
  },
  { type: "tool.finished", turnId, callId: "c3", outcome: "rejected", content: "The call was not run." },
  asked(3, 8),
  says(3, "I will now rename it. I will now rename it."),
  replied(3, {
    finish: "cut",
    cut: "repetition",
    text: "I will now rename it.",
  }),
  {
    type: "context.added",
    kind: "reminder",
    cause: "repetition",
    text: "Your reply was stopped: it repeated itself.",
  },
  asked(4, 10),
  replied(4, {
    finish: "stop",
    usage: { prompt: 2_140, cached: 2_003, generated: 62, generateMs: 1_900 },
  }),
  { type: "turn.ended", turnId, reason: "repetition" },
];
