import type { Endpoint } from "@kestrel/core";
import type { ErrorCode, TurnEndReason } from "@kestrel/protocol";
import type { Heard, Performance } from "../fake-model-server.ts";

export type Kind = Endpoint["kind"];

/** One way a server can misbehave, or only be itself, and what has to come of it. */
export type Scene = {
  name: string;
  kinds: readonly Kind[];
  /** What the server answers, request after request; then it says "All done." like a good server, unless the last goes on for ever. */
  plays: readonly Performance[] | ((kind: Kind) => readonly Performance[]);
  forEver?: true;
  /** Answers that follow from what was asked; undefined is the good server's. */
  judges?: (heard: Heard) => Performance | undefined;
  /** Nothing listens: ever, or after the first answer until the client has waited twice. */
  away?: "always" | "a while";
  silenceLimit?: number;
  /** What the turn ends in, and the failure where it is `failed`; per kind where kinds differ. */
  ends: TurnEndReason;
  code?: ErrorCode | ((kind: Kind) => ErrorCode);
  /** Requests of the turn: three at most, unless `beyondThree` says why that cannot be. */
  requests: number;
  beyondThree?: string;
  /** The last words of the turn; "All done." unless given. */
  says?: string;
  thinks?: string;
  /** The calls that ran, as `name {"its":"arguments"}`. */
  ran?: readonly string[];
  /** Calls that were answered without running. */
  rejected?: number;
};

export const openaiKinds = ["llama-cpp", "lm-studio", "openai"] as const;
export const ollama = ["ollama"] as const;
export const everyKind = [...openaiKinds, ...ollama] as const;

const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_763_629_200, model: "m" };
const line = { model: "m", created_at: "2026-11-20T09:00:00.123456789Z" };

/** A chunk of a chat stream. */
export function chunk(delta: unknown, finish: string | null = null): unknown {
  return { ...head, choices: [{ index: 0, delta, finish_reason: finish }] };
}

export const text = (content: string) => chunk({ content });
export const call = (index: number, id: string | null, name: string | null, args?: unknown) =>
  chunk({
    tool_calls: [
      {
        index,
        ...(id ? { id } : {}),
        type: "function",
        function: { ...(name ? { name } : {}), arguments: args },
      },
    ],
  });
export const finish = (reason = "stop") => chunk({}, reason);
export const usage = {
  ...head,
  choices: [],
  usage: { prompt_tokens: 321, completion_tokens: 9, total_tokens: 330 },
};

/** Server-sent events of these objects; text stands as it is. */
export function sse(...parts: readonly unknown[]): string {
  return parts
    .map((part) => (typeof part === "string" ? part : `data: ${JSON.stringify(part)}\n\n`))
    .join("");
}
export const done = "data: [DONE]\n\n";

/** A line of Ollama's. */
export const says = (message: object) => ({
  ...line,
  message: { role: "assistant", content: "", ...message },
  done: false,
});
export const over = (reason?: string, more: object = {}) => ({
  ...line,
  message: { role: "assistant", content: "" },
  done: true,
  ...(reason === undefined ? {} : { done_reason: reason }),
  total_duration: 4_883_583_458,
  prompt_eval_count: 321,
  prompt_eval_duration: 342_546_000,
  eval_count: 9,
  eval_duration: 4_535_599_000,
  ...more,
});
export const ollamaCall = (name: string, args: unknown, more: object = {}) => ({
  function: { name, arguments: args },
  ...more,
});

export function ndjson(...parts: readonly unknown[]): Performance {
  const body = parts.map((part) => (typeof part === "string" ? part : `${JSON.stringify(part)}\n`)).join("");
  return { body, headers: { "content-type": "application/x-ndjson" } };
}

/** A way to write scenes of one stream each that ends well; `usual` is what most of them come to. */
export const streamed =
  (usual: Partial<Scene>) =>
  (name: string, body: string, more: Partial<Scene> = {}): Scene => ({
    name,
    kinds: openaiKinds,
    plays: [{ body }],
    ends: "done",
    requests: 1,
    ...usual,
    ...more,
  });

/** The same little things in the words of each kind. */
export function wordsOf(kind: Kind, words: string): Performance {
  if (kind === "ollama") return ndjson(says({ content: words }), over("stop"));
  return { body: sse(text(words), finish(), usage, done) };
}

export function callOf(kind: Kind, name: string, args: Readonly<Record<string, unknown>>): Performance {
  if (kind === "ollama") return ndjson(says({ tool_calls: [ollamaCall(name, args)] }), over("stop"));
  return { body: sse(call(0, "call_1", name, JSON.stringify(args)), finish("tool_calls"), usage, done) };
}

/** The beginning of a reply that goes no further. */
export function begunBy(kind: Kind, words = "I begin "): Performance {
  if (kind === "ollama") return ndjson(says({ content: words }));
  return { body: sse(text(words)) };
}

export function errorOf(status: number, message: string, more: object = {}): Performance {
  return { status, body: JSON.stringify({ error: { message, ...more } }) };
}

export const readA = 'read {"path":"a.txt"}';
export const readB = 'read {"path":"b.txt"}';
export const argsA = '{"path":"a.txt"}';
export const argsB = '{"path":"b.txt"}';

/** Why a scene goes beyond three requests: its server seems to be restarting. */
export const outage = "a server that was there and goes away is waited for, with pauses that grow";
