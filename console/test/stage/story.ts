import type { EventBody, EventOf, SessionEvent, ToolDisplay } from "@kestrel/protocol";

/** Stamps bodies as a log would: one second apart, or as far as `after` says. */
export function logged(bodies: readonly (EventBody | { body: EventBody; after: number })[]): SessionEvent[] {
  let at = Date.parse("2026-11-20T09:30:00.000Z");
  return bodies.map((item, index) => {
    const { body, after } = "body" in item ? item : { body: item, after: 1000 };
    at += after;
    return { v: 1, seq: index + 1, at: new Date(at).toISOString(), body: described(body) };
  });
}

const displays: Readonly<Record<string, ToolDisplay>> = {
  read: "file",
  search: "matches",
  edit: "diff",
  write: "diff",
  shell: "command",
  todo: "list",
};

/** A call with its subject, as its tool would have told it. */
function described(body: EventBody): EventBody {
  if (body.type !== "tool.requested" || body.rejected || !body.arguments.startsWith("{")) return body;
  const { command, path, pattern } = JSON.parse(body.arguments) as Record<string, string | undefined>;
  const access = body.tool === "edit" || body.tool === "write" ? "write" : "read";
  const display = displays[body.tool];
  if (command !== undefined) return { ...body, subject: { display, commands: [command] } };
  return { ...body, subject: { display, pattern, paths: path === undefined ? [] : [{ path, access }] } };
}

export const model = {
  label: "Qwen3-30B-A3B-Q4_K_M",
  server: "llama.cpp b6420",
  window: 65_536,
  slots: 1,
  limits: ["cpu_engine" as const],
  capabilities: {
    tools: "native" as const,
    vision: false,
    reasoning: true,
    progress: "real" as const,
    countsTokens: true,
    slots: true,
  },
};

const parameters = { type: "object", properties: { path: { type: "string" } } };
export const opening: EventOf<"session.opened"> = {
  type: "session.opened",
  sessionId: "s0000000001" as never,
  workspace: "/home/ada/projects/sums",
  prefix: {
    system: "You are Kestrel, working in the user's folder. ".repeat(18),
    tools: ["read", "search", "edit", "write", "shell"].map((name) => ({
      name,
      description: `${name} something, with care. `.repeat(6),
      parameters,
    })),
    reasoning: "omit",
  },
  mode: "ask",
  version: "0.1.0",
};

const diff = `--- a/src/add.ts
+++ b/src/add.ts
@@ -1,7 +1,9 @@
 /** Adds two numbers. */
 export function add(one: number, other: number): number {
-  return one - other;
+  return one + other;
 }
 
-export const zero = add(1, 1);
+export const zero = add(1, -1);
+
+export const two = add(1, 1);
 
@@ -40,3 +42,3 @@
 export function sum(values: readonly number[]): number {
-  return values.reduce((total, value) => add(total, value), 1);
+  return values.reduce((total, value) => add(total, value), 0);
 }
`;

const answer = `The test failed because \`add\` **subtracted**. I changed three lines in \`src/add.ts\`:

1. \`add\` adds again
2. \`zero\` is made from \`1\` and \`-1\`
3. \`sum\` starts at \`0\`

\`\`\`ts
export function add(one: number, other: number): number {
  return one + other; // what the name says
}
\`\`\`

| case | before | after |
|---|---|---|
| add(1, 2) | -1 | 3 |
| sum([1, 2, 3]) | 7 | 6 |

All 14 tests pass. See [the notes](https://example.org/notes) ![a chart](https://example.org/chart.png)`;

const turnId = "t1";

/** A turn that reads, searches, edits after an approval, runs the tests and answers. */
export const fixingAdd: EventBody[] = [
  opening,
  { type: "turn.started", turnId, text: "The test for add() fails. Find out why and fix it." },
  {
    type: "context.added",
    kind: "machine",
    text: "Linux, bash, Node 20.20\nfolder: /home/ada/projects/sums",
  },
  { type: "context.measured", used: 900, window: model.window, source: "estimate" },
  { type: "request.sent", turnId, step: 1, messages: 2, added: ["a", "b"], tools: "t" },
  {
    type: "reply.reasoning",
    turnId,
    step: 1,
    offset: 0,
    text: "The user wants the failing test fixed. First I look at the function and at its test, then I change as little as possible.",
  },
  { type: "reply.text", turnId, step: 1, offset: 0, text: "I look at the function and its test first." },
  {
    type: "reply.completed",
    turnId,
    step: 1,
    finish: "tool_calls",
    reasoningMs: 12_400,
    usage: { prompt: 1_204, cached: 0, generated: 96, promptMs: 4100, generateMs: 2500 },
  },
  { type: "tool.requested", turnId, step: 1, callId: "c1", tool: "read", arguments: '{"path":"src/add.ts"}' },
  { type: "tool.started", turnId, callId: "c1" },
  {
    type: "tool.finished",
    turnId,
    callId: "c1",
    outcome: "ok",
    durationMs: 3,
    content:
      "1  /** Adds two numbers. */\n2  export function add(one: number, other: number): number {\n3    return one - other;\n4  }",
  },
  {
    type: "tool.requested",
    turnId,
    step: 1,
    callId: "c2",
    tool: "search",
    arguments: '{"pattern":"add\\\\(","path":"test"}',
    recovered: "text",
  },
  { type: "tool.started", turnId, callId: "c2" },
  {
    type: "tool.finished",
    turnId,
    callId: "c2",
    outcome: "ok",
    durationMs: 41,
    content:
      "test/add.test.ts\n4: expect(add(1, 2)).toBe(3);\n9: expect(add(-1, 1)).toBe(0);\ntest/sum.test.ts\n3: expect(sum([add(1, 1)])).toBe(2);",
  },
  { type: "request.sent", turnId, step: 2, messages: 5, added: ["c"], tools: "t", expectedReuse: 1299 },
  { type: "reply.text", turnId, step: 2, offset: 0, text: "`add` subtracts. Three lines need a change." },
  {
    type: "reply.completed",
    turnId,
    step: 2,
    finish: "tool_calls",
    usage: { prompt: 1_688, cached: 1_299, generated: 210, promptMs: 900, generateMs: 5400 },
  },
  {
    type: "tool.requested",
    turnId,
    step: 2,
    callId: "c3",
    tool: "edit",
    arguments: '{"path":"src/add.ts","old":"one - other","new":"one + other"}',
    repairs: ["trailing comma"],
  },
  {
    type: "approval.requested",
    turnId,
    callId: "c3",
    digest: "d3",
    risk: "edit",
    reasons: ["changes_file"],
    preview: { path: "src/add.ts", diff },
  },
];

export const approvedAndDone: EventBody[] = [
  {
    type: "approval.resolved",
    turnId,
    callId: "c3",
    digest: "d3",
    decision: "allowed",
    scope: "once",
    by: "user",
  },
  { type: "tool.started", turnId, callId: "c3" },
  { type: "file.changed", turnId, callId: "c3", path: "src/add.ts", diff, added: 5, removed: 3 },
  { type: "tool.finished", turnId, callId: "c3", outcome: "ok", durationMs: 12, content: "changed 3 places" },
  { type: "request.sent", turnId, step: 3, messages: 7, added: ["d"], tools: "t", expectedReuse: 1897 },
  {
    type: "reply.completed",
    turnId,
    step: 3,
    finish: "tool_calls",
    usage: { prompt: 1_960, cached: 1_897, generated: 44, promptMs: 120, generateMs: 1100 },
  },
  {
    type: "tool.requested",
    turnId,
    step: 3,
    callId: "c4",
    tool: "shell",
    arguments: '{"command":"npm test -- --run"}',
  },
  {
    type: "approval.requested",
    turnId,
    callId: "c4",
    digest: "d4",
    risk: "execute",
    reasons: ["runs_command"],
  },
  {
    type: "approval.resolved",
    turnId,
    callId: "c4",
    digest: "d4",
    decision: "allowed",
    scope: "session",
    by: "user",
  },
  { type: "tool.started", turnId, callId: "c4" },
  {
    type: "tool.finished",
    turnId,
    callId: "c4",
    outcome: "ok",
    exitCode: 0,
    durationMs: 4_120,
    content:
      "\u001b[1m\u001b[36m RUN \u001b[0m v4.1.12\n \u001b[32m✓\u001b[0m test/add.test.ts \u001b[2m(9 tests)\u001b[0m 12ms\n \u001b[32m✓\u001b[0m test/sum.test.ts \u001b[2m(5 tests)\u001b[0m 4ms\n\n Tests  \u001b[1m\u001b[32m14 passed\u001b[0m (14)",
  },
  { type: "request.sent", turnId, step: 4, messages: 9, added: ["e"], tools: "t", expectedReuse: 2003 },
  { type: "reply.text", turnId, step: 4, offset: 0, text: answer },
  {
    type: "reply.completed",
    turnId,
    step: 4,
    finish: "stop",
    usage: { prompt: 2_140, cached: 2_003, generated: 262, promptMs: 300, generateMs: 6900 },
  },
  { type: "turn.ended", turnId, reason: "done" },
];
