import type { ErrorCode } from "@kestrel/protocol";
import { call, done, finish, ollamaCall, over, says, sse, text } from "../torture/scene.ts";

/** A reply that a server should never give, and what becomes of it; `done` where it is only long. */
export type Flood = {
  says: string;
  kind: "openai" | "ollama";
  flows: () => Generator<string>;
  ends: ErrorCode | "done";
};

function* forEver(part: string): Generator<string> {
  for (;;) yield part;
}

function* after(beginning: string, rest: Iterable<string>, end = ""): Generator<string> {
  yield beginning;
  yield* rest;
  yield end;
}

function* times(count: number, part: (at: number) => string): Generator<string> {
  for (let at = 0; at < count; at += 1) yield part(at);
}

const line = (message: object) => `${JSON.stringify(says(message))}\n`;
const thought = (words: string) => sse({ choices: [{ delta: { reasoning_content: words } }] });
const ending = sse(finish("tool_calls"), done);
const many = Array.from({ length: 10_000 }, (_, index) => ({
  index,
  id: `c${index}`,
  function: { name: "read", arguments: "{}" },
}));

/** Valid, within the bound of a line, and half a second of parsing for nothing. */
const brackets = `{"choices":[{"delta":{"content":"x"}}],"z":${"[".repeat(400_000)}${"]".repeat(400_000)}}`;

export const floods: readonly Flood[] = [
  {
    says: "brackets in brackets without end",
    kind: "openai",
    flows: () => forEver(`data: ${brackets}\n\n`),
    ends: "reply_too_long",
  },
  {
    says: "brackets in brackets without end",
    kind: "ollama",
    flows: () => forEver(`${brackets}\n`),
    ends: "reply_too_long",
  },
  {
    says: "an event without end",
    kind: "openai",
    flows: () => after('data: {"', forEver("x".repeat(1000))),
    ends: "reply_line_too_long",
  },
  {
    says: "an event of lines without end",
    kind: "openai",
    flows: () => forEver("data: x\n"),
    ends: "reply_line_too_long",
  },
  { says: "a field without end", kind: "openai", flows: () => forEver("event"), ends: "reply_line_too_long" },
  {
    says: "a line without end",
    kind: "ollama",
    flows: () => after('{"', forEver("x".repeat(1000))),
    ends: "reply_line_too_long",
  },
  {
    says: "words without end",
    kind: "openai",
    flows: () => forEver(sse(text("word ".repeat(200)))),
    ends: "reply_too_long",
  },
  {
    says: "words without end",
    kind: "ollama",
    flows: () => forEver(line({ content: "word ".repeat(200) })),
    ends: "reply_too_long",
  },
  {
    says: "thinking without end",
    kind: "openai",
    flows: () => forEver(thought("hm ".repeat(200))),
    ends: "reply_too_long",
  },
  {
    says: "white space without end",
    kind: "openai",
    flows: () => forEver(sse(text(" ".repeat(97)))),
    ends: "reply_too_long",
  },
  {
    says: "marks in quotes without end",
    kind: "openai",
    flows: () => forEver(sse(text('"</think>\n'.repeat(60)))),
    ends: "reply_too_long",
  },
  {
    says: "thoughts that open and close",
    kind: "openai",
    flows: () => forEver(sse(text("<think></think>".repeat(5000)))),
    ends: "reply_too_long",
  },
  {
    says: "blanks after a mark",
    kind: "openai",
    flows: () => after(sse(text("so </think>")), forEver(sse(text(" ".repeat(50))))),
    ends: "reply_too_long",
  },
  {
    says: "a channel's head without end",
    kind: "openai",
    flows: () => after(sse(text("<|channel|>")), forEver(sse(text("<|aaaa".repeat(40))))),
    ends: "reply_too_long",
  },
  {
    says: "ten thousand calls, one by one",
    kind: "openai",
    flows: () =>
      after(
        "",
        times(10_000, (at) => sse(call(at, `c${at}`, "read", "{}"))),
        ending,
      ),
    ends: "too_many_calls",
  },
  {
    says: "ten thousand calls at once",
    kind: "openai",
    flows: () => after(sse({ choices: [{ delta: { tool_calls: many } }] }), [], ending),
    ends: "too_many_calls",
  },
  {
    says: "ten thousand calls at once",
    kind: "ollama",
    flows: () =>
      after(
        line({ tool_calls: Array.from({ length: 10_000 }, () => ollamaCall("read", {})) }),
        [],
        `${JSON.stringify(over("stop"))}\n`,
      ),
    ends: "too_many_calls",
  },
  {
    says: "arguments without end",
    kind: "openai",
    flows: () =>
      after(sse(call(0, "c", "write", '{"text":"')), forEver(sse(call(0, null, null, "x".repeat(500))))),
    ends: "arguments_too_long",
  },
  {
    says: "arguments without end under a name in every delta",
    kind: "openai",
    flows: () =>
      after(
        sse(call(0, "c", "write", '{"text":["')),
        forEver(sse(call(0, "c", "write", '{"a":[1]},'.repeat(10)))),
      ),
    ends: "arguments_too_long",
  },
  {
    says: "a name without end",
    kind: "openai",
    flows: () => times(100_000, (at) => sse(call(0, null, `part${at}`, ""))),
    ends: "too_many_calls",
  },
  {
    says: "a long call with its name in every delta",
    kind: "openai",
    flows: () =>
      after(
        sse(call(0, "c", "write", '{"text":"')),
        times(20_000, () => sse(call(0, "c", "write", "{lots} of text "))),
        sse(call(0, "c", "write", '"}')) + ending,
      ),
    ends: "done",
  },
  {
    says: "thirty thousand choices in each event",
    kind: "openai",
    flows: () =>
      after(
        sse({ choices: Array.from({ length: 30_000 }, () => ({ delta: { content: "a" } })) }),
        [],
        ending,
      ),
    ends: "done",
  },
];
