// console/test/stage/measure.ts

// console/test/stage/daemon.ts
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright";

var policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";
var types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
async function openStage(dist2, scene, port = 0) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://stage");
    const path = url.pathname;
    const json = (body, status = 200) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const now = scene();
    if (path === "/api/v1/login") return json({ token: "stage" });
    if (path === "/api/v1/status") return json(now.status);
    if (path === "/api/v1/settings")
      return json({ settings: now.settings, file: "/home/ada/.config/kestrel/config.toml" });
    if (path === "/api/v1/discovery") return json(now.discovery);
    if (path === "/api/v1/models") return json(now.models);
    if (path === "/api/v1/models/probe") return json({ profile: now.profile });
    if (path === "/api/v1/events") return follow(response, url, now);
    if (path === "/api/v1/sessions" && request.method === "GET") return json({ sessions: now.sessions });
    const session = /^\/api\/v1\/sessions\/(s[0-9a-z]+)(\/[a-z]+)?$/.exec(path);
    if (session) {
      const [, id = "", part] = session;
      if (part === "/log") return json({ events: now.logs[id] ?? [] });
      if (request.method === "DELETE") return json({ removed: id });
      if (part === "/restore") return json({ session: now.sessions.find((one) => one.id === id) });
      let body = "";
      for await (const chunk of request) body += chunk;
      asked.push(JSON.parse(body || "{}"));
      return json({ accepted: true });
    }
    if (path.startsWith("/api/")) return json({ error: { code: "not_found", params: {} } }, 404);
    const file = path === "/" ? "index.html" : normalize(path).replace(/^\/+/, "");
    const bytes = await readFile(join(dist2, file)).catch(() => void 0);
    if (!bytes) return json({ error: { code: "not_found", params: {} } }, 404);
    response
      .writeHead(200, {
        "content-type": types[extname(file)] ?? "application/octet-stream",
        "content-security-policy": policy,
      })
      .end(bytes);
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stage has no port");
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${address.port}/`, asked, close };
}
function follow(response, url, { logs, frames, goingOn, status }) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const write = (kind, data) =>
    response.write(`event: ${kind}
data: ${JSON.stringify(data)}

`);
  write("frame", { frame: { type: "engine", status: status.engine } });
  for (const wanted of (url.searchParams.get("sessions") ?? "").split(",").filter(Boolean)) {
    const [session = "", after = "0"] = wanted.split(":");
    const tell = (frame) => write("frame", { session, frame });
    for (const event of logs[session] ?? [])
      if (event.seq > Number(after)) write("event", { session, event });
    tell({ type: "snapshot", live: { step: 0, reasoning: "", text: "", outputs: {} } });
    for (const frame of frames[session] ?? []) tell(frame);
    const end = goingOn?.[session]?.(tell);
    if (end) response.on("close", end);
  }
}

// console/test/stage/live-frames.ts
var readingFiles = [
  {
    type: "progress",
    turnId: "t1",
    step: 1,
    progress: { phase: "prompt", processed: 12400, total: 41e3, cached: 0, elapsedMs: 32500 },
  },
];
var thinkingAboutIt = [
  {
    type: "reasoning",
    turnId: "t1",
    step: 1,
    offset: 0,
    delta:
      "The folder has eleven files. I could read them all, or first the index. Perhaps the index is enough. ",
  },
  { type: "progress", turnId: "t1", step: 1, progress: { phase: "reasoning" } },
];

// console/test/stage/models-here.ts
var GiB = 2 ** 30;
var MiB = 2 ** 20;
var modelsHere = [
  {
    id: "qwen3-30b-a3b-q4_k_m",
    name: "Qwen3 30B A3B",
    path: "/home/ada/models/Qwen3-30B-A3B-Q4_K_M.gguf",
    place: "configured",
    bytes: 17.3 * GiB,
    parts: 1,
    architecture: "qwen3moe",
    parameters: 30532122624,
    quantisation: "Q4_K_M",
    trainedWindow: 40960,
    memory: { window: 32768, weights: 17.3 * GiB, cache: 3 * GiB, perThousand: 94 * MiB },
  },
  {
    id: "gemma-3-4b-it-q4_0",
    name: "Gemma 3 4B it",
    path: "/home/ada/.cache/lm-studio/models/lmstudio-community/gemma-3-4b-it-GGUF/gemma-3-4b-it-Q4_0.gguf",
    place: "lm-studio",
    bytes: 2.4 * GiB,
    parts: 1,
    projector: "/home/ada/.cache/lm-studio/models/lmstudio-community/gemma-3-4b-it-GGUF/mmproj.gguf",
    architecture: "gemma3",
    parameters: 3880099328,
    quantisation: "Q4_0",
    trainedWindow: 131072,
    memory: { window: 32768, weights: 2.4 * GiB, cache: 0.7 * GiB, perThousand: 20 * MiB },
  },
  {
    id: "llama-3.3-70b-instruct-q3_k_s",
    name: "Llama 3.3 70B Instruct",
    path: "/home/ada/.cache/huggingface/hub/models--meta-llama/llama-3.3-70b-q3_k_s-00001-of-00002.gguf",
    place: "hugging-face",
    bytes: 14.1 * GiB,
    parts: 2,
    architecture: "llama",
    quantisation: "Q3_K_S",
    damaged: "part 2 of 2 is missing",
  },
];
var profile = {
  server: "llama.cpp b6420",
  model: "Qwen3-30B-A3B-Q4_K_M",
  template: "c1f3a9b2",
  window: 65536,
  audit: { call: true, user: false, without: true },
  reasoning: "omit",
  reuse: "full",
  speed: { prefill: 412.5, generation: 38.2 },
  calls: "native",
};

// console/test/stage/story.ts
function logged(bodies) {
  let at = Date.parse("2026-11-20T09:30:00.000Z");
  return bodies.map((item, index) => {
    const { body, after } = "body" in item ? item : { body: item, after: 1e3 };
    at += after;
    return { v: 1, seq: index + 1, at: new Date(at).toISOString(), body: described(body) };
  });
}
function described(body) {
  if (body.type !== "tool.requested" || body.rejected || !body.arguments.startsWith("{")) return body;
  const { command, path, pattern } = JSON.parse(body.arguments);
  const access = body.tool === "edit" || body.tool === "write" ? "write" : "read";
  if (command !== void 0) return { ...body, subject: { commands: [command] } };
  return { ...body, subject: { pattern, paths: path === void 0 ? [] : [{ path, access }] } };
}
var model = {
  label: "Qwen3-30B-A3B-Q4_K_M",
  server: "llama.cpp b6420",
  window: 65536,
  slots: 1,
  limits: ["cpu_engine"],
  capabilities: {
    tools: "native",
    vision: false,
    reasoning: true,
    progress: "real",
    countsTokens: true,
    slots: true,
  },
};
var parameters = { type: "object", properties: { path: { type: "string" } } };
var opening = {
  type: "session.opened",
  sessionId: "s0000000001",
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
var diff = `--- a/src/add.ts
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
var answer = `The test failed because \`add\` **subtracted**. I changed three lines in \`src/add.ts\`:

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
var turnId = "t1";
var fixingAdd = [
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
    reasoningMs: 12400,
    usage: { prompt: 1204, cached: 0, generated: 96, promptMs: 4100, generateMs: 2500 },
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
    usage: { prompt: 1688, cached: 1299, generated: 210, promptMs: 900, generateMs: 5400 },
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
var approvedAndDone = [
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
    usage: { prompt: 1960, cached: 1897, generated: 44, promptMs: 120, generateMs: 1100 },
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
    durationMs: 4120,
    content:
      "\x1B[1m\x1B[36m RUN \x1B[0m v4.1.12\n \x1B[32m\u2713\x1B[0m test/add.test.ts \x1B[2m(9 tests)\x1B[0m 12ms\n \x1B[32m\u2713\x1B[0m test/sum.test.ts \x1B[2m(5 tests)\x1B[0m 4ms\n\n Tests  \x1B[1m\x1B[32m14 passed\x1B[0m (14)",
  },
  { type: "request.sent", turnId, step: 4, messages: 9, added: ["e"], tools: "t", expectedReuse: 2003 },
  { type: "reply.text", turnId, step: 4, offset: 0, text: answer },
  {
    type: "reply.completed",
    turnId,
    step: 4,
    finish: "stop",
    usage: { prompt: 2140, cached: 2003, generated: 262, promptMs: 300, generateMs: 6900 },
  },
  { type: "turn.ended", turnId, reason: "done" },
];

// console/test/stage/weak-model.ts
var turnId2 = "t1";
var weakModel = [
  { type: "turn.started", turnId: turnId2, text: "Rename the function in src/parse.ts to readTokens." },
  { type: "request.sent", turnId: turnId2, step: 1, messages: 2, added: [], tools: "t" },
  { type: "reply.text", turnId: turnId2, step: 1, offset: 0, text: "I read the file." },
  {
    type: "reply.completed",
    turnId: turnId2,
    step: 1,
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
  },
  {
    type: "tool.requested",
    turnId: turnId2,
    step: 1,
    callId: "c1",
    tool: "read",
    arguments: '{"path":"src/parse.ts"}',
    recovered: "schema",
  },
  { type: "tool.started", turnId: turnId2, callId: "c1" },
  {
    type: "tool.finished",
    turnId: turnId2,
    callId: "c1",
    outcome: "ok",
    content: "1  export function parse() {}",
  },
  { type: "request.sent", turnId: turnId2, step: 2, messages: 4, added: [], tools: "t", callFormat: "text" },
  {
    type: "reply.reasoning",
    turnId: turnId2,
    step: 2,
    offset: 0,
    text: "Now the edit. Or the search? The edit.",
  },
  { type: "reply.completed", turnId: turnId2, step: 2, finish: "tool_calls", reasoningMs: 3100 },
  {
    type: "tool.requested",
    turnId: turnId2,
    step: 2,
    callId: "c2",
    tool: "search",
    arguments: '{"pattern":"parse\\\\("}',
    recovered: "reasoning",
    repairs: ["json", "name"],
  },
  { type: "tool.started", turnId: turnId2, callId: "c2" },
  {
    type: "tool.finished",
    turnId: turnId2,
    callId: "c2",
    outcome: "ok",
    content: "src/main.ts\n4: parse(text);",
    cause: "repeated_call",
  },
  {
    type: "tool.requested",
    turnId: turnId2,
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
  {
    type: "tool.finished",
    turnId: turnId2,
    callId: "c3",
    outcome: "rejected",
    content: "The call was not run.",
  },
  { type: "request.sent", turnId: turnId2, step: 3, messages: 8, added: [], tools: "t" },
  {
    type: "reply.text",
    turnId: turnId2,
    step: 3,
    offset: 0,
    text: "I will now rename it. I will now rename it.",
  },
  {
    type: "reply.completed",
    turnId: turnId2,
    step: 3,
    finish: "cut",
    cut: "repetition",
    text: "I will now rename it.",
  },
  {
    type: "context.added",
    kind: "reminder",
    cause: "repetition",
    text: "Your reply was stopped: it repeated itself.",
  },
  { type: "request.sent", turnId: turnId2, step: 4, messages: 10, added: [], tools: "t" },
  {
    type: "reply.completed",
    turnId: turnId2,
    step: 4,
    finish: "stop",
    usage: { prompt: 2140, cached: 2003, generated: 62, generateMs: 1900 },
  },
  { type: "turn.ended", turnId: turnId2, reason: "repetition" },
];

// console/test/stage/scenes.ts
var ids = {
  approval: "s0000000001",
  done: "s0000000002",
  live: "s0000000003",
  full: "s0000000004",
  failed: "s0000000005",
  empty: "s0000000006",
  danger: "s0000000007",
  long: "s0000000008",
  dock: "s0000000009",
  thinking: "s0000000010",
  weak: "s0000000011",
};
var ago = (minutes) => new Date(Date.now() - minutes * 6e4).toISOString();
function summary(id, title, attention, minutes, workspace = "/home/ada/projects/sums") {
  const at = ago(minutes);
  return { id, title, workspace, openedAt: at, changedAt: at, turns: 1, mode: "ask", attention };
}
var sessions = [
  summary(ids.approval, "The test for add() fails. Find out why and fix it.", "needs_you", 1),
  summary(ids.live, "Summarise the docs folder", "working", 2, "/home/ada/notes"),
  summary(ids.done, "Fix add()", "idle", 14),
  summary(ids.danger, "Clean up the build folder", "needs_you", 30),
  summary(ids.full, "Rename every module", "idle", 190, "/home/ada/projects/monolith"),
  summary(ids.failed, "Explain the parser", "error", 1500, "/home/ada/projects/parser"),
  summary(ids.dock, "Fix add() in the notes", "needs_you", 3600),
  summary(
    ids.long,
    "\u4E24\u5343\u6761\u6D88\u606F\u7684\u4F1A\u8BDD",
    "idle",
    4e3,
    "/home/ada/\u5199\u4F5C",
  ),
  summary(ids.empty, "", "idle", 9e3),
];
var turn = (text) => [
  opening,
  { type: "turn.started", turnId: "t1", text },
  { type: "request.sent", turnId: "t1", step: 1, messages: 2, added: [], tools: "t" },
];
var full = [
  ...turn("Rename every module so that its file says what happens in it."),
  {
    type: "reply.completed",
    turnId: "t1",
    step: 1,
    finish: "stop",
    usage: { prompt: 61204, cached: 60020, generated: 800, generateMs: 21e3 },
  },
  { type: "context.compacted", folded: ["c1"], before: 61204, after: 57900 },
  {
    type: "turn.ended",
    turnId: "t1",
    reason: "context_full",
    arithmetic: { needed: 62410, reserve: 4096, window: 65536, folded: 3304 },
  },
];
var failed = [
  ...turn("Explain the parser to me."),
  { type: "reply.text", turnId: "t1", step: 1, offset: 0, text: "The parser reads one token at a" },
  {
    type: "reply.completed",
    turnId: "t1",
    step: 1,
    finish: "failed",
    failure: { code: "engine_died", params: { signal: "SIGKILL" } },
  },
  {
    type: "turn.ended",
    turnId: "t1",
    reason: "failed",
    failure: { code: "engine_died", params: { signal: "SIGKILL" } },
  },
];
var danger = [
  ...turn("Clean up the build folder."),
  { type: "reply.completed", turnId: "t1", step: 1, finish: "tool_calls", usage: { prompt: 900, cached: 0 } },
  {
    type: "tool.requested",
    turnId: "t1",
    step: 1,
    callId: "c1",
    tool: "shell",
    arguments: JSON.stringify({
      command: `rm -rf build/\u202Egnp.evil ${"&& echo cleaned one more folder \\\n  ".repeat(24)}&& rm -rf ~/.cache/sums`,
    }),
  },
  {
    type: "approval.requested",
    turnId: "t1",
    callId: "c1",
    digest: "d1",
    risk: "destructive",
    reasons: ["runs_command", "may_destroy"],
  },
];
function long(turns) {
  const bodies = [opening];
  for (let number = 1; number <= turns; number++) {
    const turnId3 = `t${number}`;
    bodies.push(
      {
        type: "turn.started",
        turnId: turnId3,
        text: `\u7B2C ${number} \u4E2A\u95EE\u9898\uFF1A\u8FD9\u4E00\u6BB5\u5199\u5F97\u600E\u4E48\u6837\uFF1F`,
      },
      { type: "request.sent", turnId: turnId3, step: 1, messages: 2 * number, added: [], tools: "t" },
      {
        type: "reply.text",
        turnId: turnId3,
        step: 1,
        offset: 0,
        text: `\u7B2C ${number} \u6BB5**\u5F88\u597D**\uFF0C\u53EA\u6709\u4E00\u5904\u53EF\u4EE5\u66F4\u77ED\uFF1A

- \u53BB\u6389\u201C\u5176\u5B9E\u201D
- \u628A\`\u957F\u53E5\`\u62C6\u6210\u4E24\u53E5`,
      },
      {
        type: "reply.completed",
        turnId: turnId3,
        step: 1,
        finish: "stop",
        usage: { prompt: 20 * number + 1e3, cached: 20 * number + 960, generated: 30, generateMs: 800 },
      },
      { type: "turn.ended", turnId: turnId3, reason: "done" },
    );
  }
  return bodies;
}
var settings = [
  { key: "model.source", value: "self", origin: "loadout", where: "/home/ada/qwen3.loadout.toml" },
  { key: "model.path", value: "/home/ada/models/Qwen3-30B-A3B-Q4_K_M.gguf", origin: "loadout" },
  { key: "server.port", value: 7787, origin: "user", where: "/home/ada/.config/kestrel/kestrel.toml" },
  { key: "server.host", value: "127.0.0.1", origin: "default" },
  { key: "turn.max_steps", value: 40, origin: "default" },
  { key: "engine.key", value: "(set)", origin: "environment", where: "KESTREL_ENGINE_KEY" },
  { key: "engine.server", value: null, origin: "default" },
];
function fullScene() {
  const logs = {
    [ids.approval]: logged(fixingAdd),
    [ids.done]: logged([...fixingAdd, ...approvedAndDone]),
    [ids.live]: logged(turn("Read everything in docs/ and summarise it in ten lines.")),
    [ids.full]: logged(full),
    [ids.failed]: logged(failed),
    [ids.empty]: logged([opening]),
    [ids.danger]: logged(danger),
    [ids.dock]: logged([...long(12), ...fixingAdd.slice(1)]),
    [ids.long]: logged(long(1e3)),
    [ids.thinking]: logged(turn("Which of the notes speak of money?")),
    [ids.weak]: logged([opening, ...weakModel]),
  };
  return {
    sessions,
    logs,
    frames: { [ids.live]: readingFiles, [ids.thinking]: thinkingAboutIt },
    settings,
    discovery: { servers: [], engine: { version: "6420 (a5c07dcd)", build: "cpu" } },
    models: { models: modelsHere, loaded: "qwen3-30b-a3b-q4_k_m" },
    profile,
    status: {
      version: "0.1.0",
      pid: 4711,
      command: "kestrel",
      engine: {
        state: "ready",
        source: "self",
        label: model.label,
        pid: 4720,
        model,
        unloadsAt: new Date(Date.now() + 754e3).toISOString(),
        memory: { weights: 18556686336, cache: 6442450944, compute: 321454080 },
        command: [
          "llama-server",
          "-m",
          "/home/ada/models/Qwen3 30B.gguf",
          "-c",
          "65536",
          "--jinja",
          "-np",
          "1",
        ],
        lines: [
          "build: 6420 (a5c07dcd) with gcc 12.2.0",
          "load_tensors: CPU_Mapped model buffer size = 17524.42 MiB",
          "main: server is listening on http://127.0.0.1:41201",
          "slot update_slots: id  0 | task 88 | prompt done, n_past = 2140",
        ],
      },
      workspaces: [
        { path: "/home/ada/projects/sums", kind: "recent" },
        { path: "/home/ada/projects/monolith", kind: "recent" },
        { path: "/home/ada/notes", kind: "recent" },
        { path: "/home/ada/.local/share/kestrel/playground", kind: "playground" },
      ],
      notices: [{ code: "unknown_setting", params: { key: "server.prot" } }],
    },
  };
}

// console/test/stage/measure.ts
var [executablePath = "", dist = ""] = process.argv.slice(2);
var seconds = 15;
var base = fullScene();
var open = [
  { type: "turn.started", turnId: "t9999", text: "Write a long story." },
  { type: "request.sent", turnId: "t9999", step: 1, messages: 2001, added: [], tools: "t" },
];
var before = (base.logs[ids.long] ?? []).map(({ body }) => body);
var log = logged([...before, ...open]);
function speaking(tell) {
  let offset = 0;
  let word = 0;
  const timer = setInterval(() => {
    for (let burst = 0; burst < 2; burst++) {
      word++;
      const delta =
        word % 60 === 0 ? "\n\n" : word % 200 === 1 ? "\n\n```ts\nconst x = 1;\n```\n\n" : `word${word} `;
      tell({ type: "text", turnId: "t9999", step: 1, offset, delta });
      offset += delta.length;
    }
  }, 10);
  return () => clearInterval(timer);
}
var stage = await openStage(dist, () => ({
  ...base,
  logs: { ...base.logs, [ids.long]: log },
  goingOn: { [ids.long]: speaking },
}));
var browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
var page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript(() => {
  const tasks = [];
  Object.assign(window, { tasks });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
});
await page.goto(`${stage.url}#c=stage`);
await page.waitForSelector("nav");
await page.goto(`${stage.url}#/sessions/${ids.long}`);
await page.getByText("word20 ").waitFor();
var opening2 = await page.evaluate("tasks.splice(0)");
await page.waitForTimeout(seconds * 1e3);
var streaming = await page.evaluate("tasks");
var shown = await page.locator("article").last().textContent();
console.log("long tasks while opening (ms):", opening2);
console.log("long tasks while streaming (ms):", streaming);
console.log("characters shown:", shown?.length);
await browser.close();
await stage.close();
