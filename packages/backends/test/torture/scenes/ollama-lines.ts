import type { Performance } from "../../fake-model-server.ts";
import { errorOf, ndjson, ollama, ollamaCall, over, readA, readB, type Scene, says } from "../scene.ts";

const a = { path: "a.txt" };
const b = { path: "b.txt" };
const hello = "Hello, wörld 🦅!";
const plain = ndjson(says({ content: "Hello, " }), says({ content: "wörld 🦅!" }), over("stop"));
const short = ndjson({ message: { content: hello }, done: false }, { done: true, done_reason: "stop" });
const asText = (performance: Performance) => performance.body.toString();

const scene = (name: string, performance: Performance, more: Partial<Scene> = {}): Scene => ({
  name,
  kinds: ollama,
  plays: [performance],
  ends: "done",
  requests: 1,
  says: hello,
  ...more,
});
const called = (name: string, performance: Performance, more: Partial<Scene> = {}) =>
  scene(name, performance, { requests: 2, says: "All done.", ran: [readA], ...more });

/** What Ollama says on its own route. */
export const ollamaScenes: readonly Scene[] = [
  scene("words, line by line", plain),
  scene("every byte alone, characters cut in the middle", { ...short, bytesAtOnce: 1 }),
  scene("CRLF and empty lines", { ...plain, body: asText(plain).replaceAll("\n", "\r\n\r\n") }),
  scene("no last line end", { ...plain, body: asText(plain).trimEnd() }),
  scene(
    "a line of nearly a megabyte",
    ndjson({ ...says({ content: hello }), padding: "x".repeat(1_000_000) }, over("stop")),
  ),
  scene("an end without a reason", ndjson(says({ content: hello }), over())),
  scene("an end without numbers", ndjson(says({ content: hello }), { done: true, done_reason: "stop" })),
  scene("a whole answer in one line", {
    body: asText(ndjson({ ...over("stop"), message: { role: "assistant", content: hello } })),
    headers: { "content-type": "application/json" },
  }),
  scene(
    "a line that nobody can read, in the middle",
    ndjson(says({ content: "Hello, " }), '{"broken\n', says({ content: "wörld 🦅!" }), over("stop")),
  ),
  scene("nothing after the end, and no end of the connection", { ...plain, ending: "stay" }),
  scene("thinking apart", ndjson(says({ thinking: "hm" }), says({ content: hello }), over("stop")), {
    thinks: "hm",
  }),
  scene(
    "thinking in tags",
    ndjson(
      says({ content: "<thi" }),
      says({ content: "nk>hm</think>" }),
      says({ content: hello }),
      over("stop"),
    ),
    { thinks: "hm" },
  ),
  scene("words cut by the token limit", ndjson(says({ content: "Hello" }), over("length")), {
    requests: 2,
    says: "All done.",
  }),
  called("a whole call", ndjson(says({ tool_calls: [ollamaCall("read", a)] }), over("stop"))),
  called(
    "two calls in one line",
    ndjson(says({ tool_calls: [ollamaCall("read", a), ollamaCall("read", b)] }), over("stop")),
    { ran: [readA, readB] },
  ),
  called(
    "two calls in two lines, no index and no id",
    ndjson(
      says({ tool_calls: [ollamaCall("read", a)] }),
      says({ tool_calls: [ollamaCall("read", b)] }),
      over("stop"),
    ),
    { ran: [readA, readB] },
  ),
  called(
    "the same call twice",
    ndjson(
      says({ tool_calls: [ollamaCall("read", a)] }),
      says({ tool_calls: [ollamaCall("read", a)] }),
      over("stop"),
    ),
    { ran: [readA, readA] },
  ),
  called(
    "a call with an id, and the index inside",
    ndjson(
      says({ tool_calls: [{ id: "call_9", function: { index: 0, name: "read", arguments: a } }] }),
      over("stop"),
    ),
  ),
  called(
    "arguments as text",
    ndjson(says({ tool_calls: [ollamaCall("read", JSON.stringify(a))] }), over("stop")),
  ),
  called("no arguments", ndjson(says({ tool_calls: [ollamaCall("list", {})] }), over("stop")), {
    ran: ["list {}"],
  }),
  called(
    "a call in the last line",
    ndjson({
      ...over("stop"),
      message: { role: "assistant", content: "", tool_calls: [ollamaCall("read", a)] },
    }),
  ),
  called(
    "a call printed as text",
    ndjson(
      says({ content: '<tool_call>{"name":"read","arguments":{"path":"a.txt"}}</tool_call>' }),
      over("stop"),
    ),
  ),
  scene(
    "an error in the first line, once",
    ndjson({ error: "an error was encountered while running the model" }),
    { requests: 2, says: "All done." },
  ),
  scene(
    "an error after the first words",
    ndjson(says({ content: "Hello" }), {
      error: "an error was encountered while running the model: unexpected EOF",
    }),
    { ends: "failed", code: "unknown", says: "Hello" },
  ),
  scene(
    "its engine ends after the first words",
    ndjson(says({ content: "Hello" }), { error: "llama runner process has terminated: exit status 2" }),
    { requests: 2, says: "All done." },
  ),
  scene("an overflow after 200", ndjson({ error: "the prompt is longer than the context length" }), {
    ends: "failed",
    code: "context_overflow",
    says: "",
  }),
  scene(
    "a call its parser cannot read, once",
    errorOf(500, "error parsing tool call: raw='{', err=unexpected end of JSON input"),
    { requests: 2, says: "All done." },
  ),
  scene(
    "a call its parser never can read",
    errorOf(500, "XML syntax error on line 3: element <parameter> closed by </function>"),
    { forEver: true, ends: "failed", code: "tool_parse", requests: 2, says: "" },
  ),
  scene("let go before it spoke, once", ndjson(over("unload")), { requests: 2, says: "All done." }),
  scene(
    "too little memory",
    errorOf(500, "model requires more system memory (5.6 GiB) than is available (3.2 GiB)"),
    { ends: "failed", code: "unknown", says: "" },
  ),
];
