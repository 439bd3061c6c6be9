import {
  argsA,
  argsB,
  call,
  chunk,
  done,
  finish,
  readA,
  readB,
  type Scene,
  sse,
  streamed,
  text,
  usage,
} from "../scene.ts";

const end = sse(finish("tool_calls"), usage, done);
const bare = (...calls: object[]) => chunk({ tool_calls: calls });
const fn = (name: string | undefined, args: unknown) => ({ function: { name, arguments: args } });

const scene = streamed({ requests: 2, ran: [readA] });
const both = { ran: [readA, readB] };

/** Tool calls, in the shapes servers give them. */
export const callScenes: readonly Scene[] = [
  scene(
    "fragments, an id with the first only",
    sse(call(0, "1", "read", ""), call(0, null, null, '{"path"'), call(0, null, null, ':"a.txt"}'), end),
  ),
  scene(
    "fragments, a null id after the first",
    sse(call(0, "1", "read", '{"path"'), bare({ index: 0, id: null, ...fn(undefined, ':"a.txt"}') }), end),
  ),
  scene(
    "an id that comes late",
    sse(call(0, null, "read", '{"path"'), call(0, "late", null, ':"a.txt"}'), end),
  ),
  scene("no id at all", sse(call(0, null, "read", argsA), end)),
  scene(
    "the same id with every fragment",
    sse(call(0, "1", "read", '{"path"'), call(0, "1", null, ':"a.txt"}'), end),
  ),
  scene(
    "the name with every fragment",
    sse(call(0, "1", "read", '{"path"'), call(0, "1", "read", ':"a.txt"}'), end),
  ),
  scene(
    "a name in two pieces",
    sse(call(0, "1", "re", ""), call(0, null, "ad", ""), call(0, null, null, argsA), end),
  ),
  scene("a whole call in one delta", sse(call(0, "1", "read", argsA), end)),
  scene("arguments as an object", sse(call(0, "1", "read", { path: "a.txt" }), end)),
  scene("arguments as text in text", sse(call(0, "1", "read", JSON.stringify(argsA)), end)),
  scene(
    "two calls that take turns",
    sse(
      call(0, "1", "read", '{"path"'),
      call(1, "2", "read", '{"path"'),
      call(0, null, null, ':"a.txt"}'),
      call(1, null, null, ':"b.txt"}'),
      end,
    ),
    both,
  ),
  scene(
    "two calls in one delta",
    sse(bare({ index: 0, id: "1", ...fn("read", argsA) }, { index: 1, id: "2", ...fn("read", argsB) }), end),
    both,
  ),
  scene(
    "two calls, one index for both",
    sse(call(0, "1", "read", argsA), call(0, "2", "read", argsB), end),
    both,
  ),
  scene("two calls without index and id", sse(bare(fn("read", argsA)), bare(fn("read", argsB)), end), both),
  scene(
    "two calls with one id for both",
    sse(call(0, "x", "read", argsA), call(1, "x", "read", argsB), end),
    both,
  ),
  scene(
    "an index that begins at one",
    sse(call(1, "1", "read", argsA), call(2, "2", "read", argsB), end),
    both,
  ),
  scene(
    "the second call before the first",
    sse(call(1, "2", "read", argsB), call(0, "1", "read", argsA), end),
    { ran: [readB, readA] },
  ),
  scene("nothing for arguments", sse(call(0, "1", "list", ""), end), { ran: ["list {}"] }),
  scene(
    "two calls with nothing for arguments, one index for both",
    sse(call(0, "1", "list", ""), call(0, "2", "list", ""), end),
    { ran: ["list {}", "list {}"] },
  ),
  scene("null for arguments", sse(call(0, "1", "list", null), end), { ran: ["list {}"] }),
  scene("words before the call", sse(text("I look.\n"), call(0, "1", "read", argsA), end)),
  scene("a call, and a finish that says stop", sse(call(0, "1", "read", argsA), finish(), done)),
  scene(
    "a call, and a finish of the old kind",
    sse(call(0, "1", "read", argsA), finish("function_call"), done),
  ),
  scene(
    "null for calls in other deltas",
    sse(
      chunk({ content: "I look.", tool_calls: null }),
      call(0, "1", "read", argsA),
      chunk({ tool_calls: [] }),
      end,
    ),
  ),
  scene(
    "null among the calls",
    sse(chunk({ tool_calls: [null, { index: 0, id: "1", ...fn("read", argsA) }] }), end),
  ),
  scene("a call in a whole answer", "", {
    plays: [
      {
        body: JSON.stringify({
          choices: [
            {
              message: { content: null, tool_calls: [{ id: "1", ...fn("read", argsA) }] },
              finish_reason: "tool_calls",
            },
          ],
        }),
        headers: { "content-type": "application/json" },
      },
    ],
  }),
  scene("arguments byte by byte", "", {
    plays: [{ body: sse(call(0, "1", "read", '{"path":"ä🦅.txt"}'), end), bytesAtOnce: 1 }],
    ran: ['read {"path":"ä🦅.txt"}'],
  }),
  scene("half a character in the arguments", sse(call(0, "1", "read", '{"path":"a\\ud83d"}'), end), {
    ran: ['read {"path":"a\\ud83d"}'],
  }),
  scene(
    "arguments of a megabyte",
    sse(call(0, "1", "read", `{"path":"${"x".repeat(1_000_000)}`), call(0, null, null, '"}'), end),
    { ran: [`read {"path":"${"x".repeat(1_000_000)}"}`] },
  ),
  scene(
    "an empty list of calls and a finish that promises some",
    sse(chunk({ tool_calls: [] }), finish("tool_calls"), done),
    { ran: [] },
  ),
  scene("a call without a name", sse(call(0, "1", null, argsA), end), { ran: [], rejected: 1, requests: 3 }),
  scene(
    "arguments cut by the token limit",
    sse(call(0, "1", "read", '{"path":"a.t'), finish("length"), done),
    { ran: [], rejected: 1 },
  ),
  scene("arguments that are a list", sse(call(0, "1", "read", "[1,2]"), end), {
    ran: [],
    rejected: 1,
    requests: 3,
  }),
  scene("arguments with a comma too many", sse(call(0, "1", "read", '{"path":"a.txt",}'), end)),
  scene(
    "a call printed as text",
    sse(text('<tool_call>\n{"name":"read","arguments":{"path":"a.txt"}}\n</tool_call>'), finish(), done),
  ),
  scene(
    "a call printed as text, piece by piece",
    sse(
      ...[..."<tool_call>", '{"name":"read",', '"arguments":{"path":"a.txt"}}', "</tool_call>"].map(text),
      finish(),
      done,
    ),
  ),
  scene(
    "LM Studio's own tags",
    sse(text('[TOOL_REQUEST]{"name":"read","arguments":{"path":"a.txt"}}[END_TOOL_REQUEST]'), finish(), done),
  ),
  scene(
    "Mistral's own tags",
    sse(text('[TOOL_CALLS][{"name":"read","arguments":{"path":"a.txt"}}]'), finish(), done),
  ),
  scene(
    "Qwen Coder's own tags",
    sse(
      text("<tool_call>\n<function=read>\n<parameter=path>\na.txt\n</parameter>\n</function>\n</tool_call>"),
      finish(),
      done,
    ),
  ),
  scene(
    "a call in a channel of gpt-oss",
    sse(
      text("<|channel|>commentary to=functions.read <|constrain|>json<|message|>"),
      text(`${argsA}<|call|>`),
      finish(),
      done,
    ),
  ),
];
