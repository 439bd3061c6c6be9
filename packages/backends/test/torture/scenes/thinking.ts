import { argsA, call, chunk, done, finish, openaiKinds, readA, type Scene, sse, text } from "../scene.ts";

const end = sse(finish(), done);
const yes = "The answer is 42.";
const thought = "The question is short.";

const scene = (name: string, body: string, more: Partial<Scene> = {}): Scene => ({
  name,
  kinds: openaiKinds,
  plays: [{ body, bytesAtOnce: 11 }],
  ends: "done",
  requests: 1,
  says: yes,
  thinks: thought,
  ...more,
});
const said = (body: string) => sse(...(body.match(/.{1,5}/gsu) ?? []).map(text), end);
const apart = (field: string) =>
  sse(chunk({ [field]: "The question " }), chunk({ [field]: "is short." }), text(yes), end);

/** Thinking, wherever it comes; it arrives the same. */
export const thinkingScenes: readonly Scene[] = [
  scene("in reasoning_content", apart("reasoning_content")),
  scene("in reasoning", apart("reasoning")),
  scene("in thinking", apart("thinking")),
  scene(
    "under two names at once",
    sse(chunk({ reasoning: thought, reasoning_content: thought }), text(yes), end),
  ),
  scene(
    "in parts of the content",
    sse(
      chunk({
        content: [
          { type: "thinking", thinking: [{ type: "text", text: thought }] },
          { type: "text", text: yes },
        ],
      }),
      end,
    ),
  ),
  scene("in tags", said(`<think>${thought}</think>${yes}`)),
  scene("in tags, with empty lines", said(`<think>\n${thought}</think>\n\n${yes}`)),
  scene("in other tags", said(`<thinking>${thought}</thinking>${yes}`)),
  scene("in Mistral's tags", said(`[THINK]${thought}[/THINK]${yes}`)),
  scene("in Gemma's channel", said(`<|channel>thought\n${thought}<channel|>${yes}`)),
  scene("behind a tag that only the prompt opened", said(`${thought}</think>\n\n${yes}`)),
  scene(
    "in channels",
    said(
      `<|channel|>analysis<|message|>${thought}<|end|><|start|>assistant<|channel|>final<|message|>${yes}<|return|>`,
    ),
  ),
  scene(
    "apart, and the words in a channel",
    sse(chunk({ reasoning: thought }), text("<|channel|>final"), text(`<|message|>${yes}`), end),
  ),
  scene("in empty tags", said(`<think>\n\n</think>\n\n${yes}`), { thinks: "\n" }),
  scene("in a tag that never ends", said(`<think>${thought}`), { requests: 2, says: "All done." }),
  scene("and nothing else", sse(chunk({ reasoning_content: thought }), end), {
    requests: 2,
    says: "All done.",
  }),
  scene(
    "before a call",
    sse(chunk({ reasoning_content: thought }), call(0, "1", "read", argsA), finish("tool_calls"), done),
    { requests: 2, says: "All done.", ran: [readA] },
  ),
  scene(
    "in tags, before a call",
    sse(text(`<think>${thought}</think>\n`), call(0, "1", "read", argsA), finish("tool_calls"), done),
    { requests: 2, says: "All done.", ran: [readA] },
  ),
  scene(
    "in a tag that never ends, before a call",
    sse(text(`<think>${thought}`), call(0, "1", "read", argsA), finish("tool_calls"), done),
    { requests: 2, says: "All done.", ran: [readA] },
  ),
];
