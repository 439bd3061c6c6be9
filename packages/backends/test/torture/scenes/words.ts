import { chunk, done, finish, type Scene, sse, streamed, text, usage } from "../scene.ts";

const json = { "content-type": "application/json" };
const twice = sse(text("Hello, "), text("wörld 🦅!"), finish(), usage, done);
const hello = "Hello, wörld 🦅!";
const short = `data: {"choices":[{"delta":{"content":"${hello}"}}]}\n\n${done}`;
const whole = {
  choices: [{ index: 0, message: { role: "assistant", content: hello }, finish_reason: "stop" }],
};
const zero = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
const pretty = JSON.stringify(chunk({ content: hello }, "stop"), null, 1);

const scene = streamed({ says: hello });

/** Words, however they are framed and cut. */
export const wordScenes: readonly Scene[] = [
  scene("a role first, with null for content", sse(chunk({ role: "assistant", content: null }), twice)),
  scene(
    "the role in every delta",
    sse(
      chunk({ role: "assistant", content: "Hello, " }),
      chunk({ role: "assistant", content: "wörld 🦅!" }),
      finish(),
      done,
    ),
  ),
  scene("content in parts", sse(chunk({ content: [{ type: "text", text: hello }] }), finish(), done)),
  scene(
    "the last words together with the finish",
    sse(text("Hello, "), chunk({ content: "wörld 🦅!" }, "stop"), done),
  ),
  scene("null for the last delta", sse(text(hello), chunk(null, "stop"), done)),
  scene(
    "no delta in the last choice",
    sse(text(hello), { choices: [{ index: 0, finish_reason: "stop" }] }, done),
  ),
  scene("a finish without [DONE]", sse(text(hello), finish())),
  scene("[DONE] without a finish", sse(text(hello), done)),
  scene("no usage", sse(text(hello), finish(), done)),
  scene("zeros for usage", sse(text(hello), finish(), { ...usage, usage: zero }, done)),
  scene(
    "null for usage in every chunk",
    sse({ choices: [{ delta: { content: hello } }], usage: null }, finish(), done),
  ),
  scene(
    "usage in the last chunk",
    sse(text(hello), { ...usage, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }, done),
  ),
  scene(
    "usage with fractions and words",
    sse(text(hello), finish(), { ...usage, usage: { prompt_tokens: "many", completion_tokens: 1.5 } }, done),
  ),
  scene(
    "comments between the events",
    sse(": ping\n\n", text("Hello, "), ":\n\n: OPENROUTER PROCESSING\n\n", text("wörld 🦅!"), finish(), done),
  ),
  scene("CRLF for line ends", twice.replaceAll("\n", "\r\n")),
  scene("CR for line ends", twice.replaceAll("\n", "\r")),
  scene("no space after the colon", twice.replaceAll("data: ", "data:")),
  scene("a byte order mark", `\ufeff${twice}`),
  scene(
    "fields that mean nothing here",
    twice.replaceAll("data: ", "id: 7\nretry: 3000\nevent: message\ndata: "),
  ),
  scene("one event over many lines", `data: ${pretty.replaceAll("\n", "\ndata: ")}\n\n${done}`),
  scene("no last line end", sse(text(hello), finish()).trimEnd()),
  scene("every byte alone, characters cut in the middle", "", {
    plays: [{ body: short, bytesAtOnce: 1 }],
  }),
  scene("three bytes at a time", "", { plays: [{ body: short, bytesAtOnce: 3 }] }),
  scene("a whole answer of a server that does not stream", "", {
    plays: [{ body: JSON.stringify(whole), headers: json }],
  }),
  scene(
    "a line of nearly a megabyte",
    sse(
      text("Hello, "),
      { choices: [{ delta: { content: "wörld 🦅!" } }], padding: "x".repeat(1_000_000) },
      finish(),
      done,
    ),
  ),
  scene(
    "a line that nobody can read, in the middle",
    sse(text("Hello, "), 'data: {"broken\n\n', text("wörld 🦅!"), finish(), done),
  ),
  scene("an event of another sort", sse({ type: "model_load.progress", progress: 0.4 }, twice)),
  scene(
    "empty finish reasons",
    sse({ choices: [{ delta: { content: hello }, finish_reason: "" }] }, finish(), done),
  ),
  scene("a finish nobody documented", sse(text(hello), finish("eosFound"), done)),
  scene("two finishes", sse(text(hello), finish(), finish(), usage, done)),
  scene("a content filter", sse(text(hello), finish("content_filter"), done)),
  scene(
    "several choices",
    sse(
      {
        choices: [
          { index: 0, delta: { content: hello } },
          { index: 1, delta: { content: "no" } },
        ],
      },
      finish(),
      done,
    ),
  ),
  scene(
    "half of a character",
    sse('data: {"choices":[{"delta":{"content":"Hello \\ud83d!"}}]}\n\n', finish(), done),
    { says: "Hello \ud83d!" },
  ),
  scene("words cut by the token limit", sse(text("Hello, "), finish("length"), usage, done), {
    requests: 2,
    says: "All done.",
  }),
  scene("a null byte", sse(text("a\u0000b"), finish(), done), { says: "a\u0000b" }),
];
