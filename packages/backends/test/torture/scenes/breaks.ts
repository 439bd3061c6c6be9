import type { Performance } from "../../fake-model-server.ts";
import {
  begunBy,
  call,
  callOf,
  done,
  everyKind,
  finish,
  type Kind,
  ndjson,
  openaiKinds,
  outage,
  over,
  type Scene,
  says,
  sse,
  text,
  wordsOf,
} from "../scene.ts";

const died = (kind: Kind) => (kind === "llama-cpp" ? "engine_died" : "connection_lost");
const ending = (how: Performance["ending"]) => (kind: Kind) => [{ ...begunBy(kind), ending: how }];

const scene = (name: string, plays: Scene["plays"], more: Partial<Scene> = {}): Scene => ({
  name,
  kinds: everyKind,
  plays,
  ends: "done",
  requests: 2,
  ...more,
});
const failed = (name: string, plays: Scene["plays"], code: Scene["code"], more: Partial<Scene> = {}) =>
  scene(name, plays, { ends: "failed", code, requests: 1, says: "I begin ", ...more });

const afterWords = (error: string): Performance => ({ body: sse(text("I begin "), error) });
const lost = '{"error":{"message":"Context size has been exceeded.","type":"server_error","code":500}}';
const unfit =
  '{"error":{"message":"The model produced output that does not match the expected peg-native format","code":500}}';

/** Milliseconds in which a server that says something says it, on a loaded machine too; and shorter, where none of them does. */
const soon = 1_500;
const never = 150;

/** Streams that end where they should not, and servers that say nothing. */
export const breakScenes: readonly Scene[] = [
  scene("cut in the middle of the words", ending("cut")),
  scene("ended in the middle of the words", ending("end")),
  failed("silent in the middle of the words", ending("stay"), "timeout", { silenceLimit: soon }),
  scene("cut before the first word, once", (kind) => [{ ...begunBy(kind), body: "", ending: "cut" }]),
  scene("ended before the first word, once", (kind) => [{ ...begunBy(kind), body: "" }]),
  scene("reset before the head, once", [{ body: "", ending: "reset" }]),
  scene("reset before the head, for ever", [{ body: "", ending: "reset" }], {
    forEver: true,
    ends: "failed",
    code: died,
    requests: 7,
    beyondThree: outage,
    says: "",
  }),
  scene("silent for minutes, once", [{ body: "", ending: "silence" }], { silenceLimit: soon }),
  ...(["silence", "stay"] as const).map((ending) =>
    scene(`silent for ever, ${ending === "stay" ? "after" : "before"} its head`, [{ body: "", ending }], {
      silenceLimit: never,
      forEver: true,
      ends: "failed",
      code: "timeout",
      requests: 3,
      says: "",
    }),
  ),
  scene(
    "slow, with a pause between all pieces",
    (kind) => [{ ...wordsOf(kind, "Slow."), bytesAtOnce: 40, pause: 15 }],
    { requests: 1, says: "Slow.", silenceLimit: soon },
  ),
  scene(
    "pings for longer than its silence may last",
    [{ body: `${": ping\n\n".repeat(20)}${sse(text("Here."), finish(), done)}`, bytesAtOnce: 8, pause: 40 }],
    { kinds: openaiKinds, requests: 1, says: "Here.", silenceLimit: soon },
  ),
  scene(
    "a server that keeps its word about no connection",
    (kind) => [
      {
        ...callOf(kind, "list", {}),
        headers: {
          ...callOf(kind, "list", {}).headers,
          connection: "keep-alive",
          "keep-alive": "timeout=5, max=100",
        },
      },
    ],
    { ran: ["list {}"] },
  ),
  scene(
    "cut after the finish, before the counters",
    [{ body: sse(text("Here."), finish()), ending: "cut" }],
    { kinds: openaiKinds, requests: 1, says: "Here." },
  ),
  scene(
    "cut in the middle of a character",
    [{ body: Buffer.from(sse(text("🦅"))).subarray(0, -20), ending: "cut" }],
    { kinds: openaiKinds },
  ),
  failed("an error in the stream, without [DONE]", [afterWords(`data: ${lost}\n\n`)], "busy", {
    kinds: openaiKinds,
  }),
  failed("an error as an event of its own", [afterWords(`event: error\ndata: ${lost}\n\n`)], "busy", {
    kinds: openaiKinds,
  }),
  failed("an error as a bare line", [afterWords(`${lost}\n`)], "busy", { kinds: openaiKinds }),
  failed(
    "an error that is only text",
    [afterWords('data: {"error":"something went wrong"}\n\n')],
    "unknown",
    { kinds: openaiKinds },
  ),
  failed(
    "an error in vLLM's shape",
    [afterWords('data: {"object":"error","message":"something went wrong","code":500}\n\n')],
    "unknown",
    { kinds: openaiKinds },
  ),
  scene("an error before the first word, once", [{ body: `data: ${lost}\n\n` }], { kinds: openaiKinds }),
  scene(
    "an error that is not one",
    [{ body: sse({ error: null, choices: [{ delta: { content: "Here." }, finish_reason: "stop" }] }, done) }],
    { kinds: openaiKinds, requests: 1, says: "Here." },
  ),
  scene("output that fits no call, after the first words", [afterWords(`data: ${unfit}\n\n`)], {
    kinds: openaiKinds,
  }),
  scene(
    "an overflow in the stream",
    [
      {
        body: 'data: {"error":{"code":400,"message":"request (10 tokens) exceeds the available context size (5 tokens)","type":"exceed_context_size_error"}}\n\n',
      },
    ],
    { kinds: openaiKinds, ends: "context_full", requests: 1, says: "" },
  ),
  scene("nothing at all but an end", (kind) => [
    kind === "ollama" ? ndjson(over("stop")) : { body: sse(finish(), done) },
  ]),
  scene(
    "nothing at all but an end, for ever",
    (kind) => [kind === "ollama" ? ndjson(over("stop")) : { body: sse(finish(), done) }],
    { forEver: true, ends: "empty_reply", requests: 3, says: "" },
  ),
  scene("white space and an end", (kind) => [
    kind === "ollama"
      ? ndjson(says({ content: " \n" }), over("stop"))
      : { body: sse(text(" \n"), finish(), done) },
  ]),
  scene("cut in the arguments", [{ body: sse(call(0, "1", "read", '{"pa')), ending: "end" }], {
    kinds: openaiKinds,
  }),
];
