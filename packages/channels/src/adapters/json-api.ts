import { ChannelFault } from "../port.ts";

/** Milliseconds that a call may take. */
const callMs = 30_000;
/** Bytes of an answer. */
const mostBytes = 8 * 1_048_576;

type ApiWish = {
  method?: string;
  body?: unknown;
  signal?: AbortSignal;
  ms?: number;
  agent?: string;
  /** Bytes of an answer. */
  most?: number;
};
export type ApiAnswer = { status: number; body: unknown; retryAfterMs: number | undefined };

/** The service answers with more than is read. */
export class AnswerTooLong extends ChannelFault {
  constructor() {
    super("the answer is too long");
  }
}

/** Calls a service's API with JSON and reads its answer, whatever its status. Rejects with `ChannelFault` where none comes; no secret is in it. */
export async function callApi(
  url: string,
  authorization: string,
  { method = "POST", body, signal, ms = callMs, agent = "Kestrel", most }: ApiWish = {},
): Promise<ApiAnswer> {
  const limit = AbortSignal.timeout(ms);
  try {
    const response = await fetch(url, {
      method,
      headers: {
        authorization,
        "user-agent": agent,
        ...(body !== undefined && { "content-type": "application/json; charset=utf-8" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: "error",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    return {
      status: response.status,
      body: parsed(await boundedText(response, most)),
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
    };
  } catch (error) {
    if (error instanceof ChannelFault) throw error;
    throw new ChannelFault(causeOfFetch(error));
  }
}

/** Why a request failed. Only causes are told: what `fetch` says itself may repeat a header, and the token in it. */
function causeOfFetch(error: unknown): string {
  if (!(error instanceof Error)) return "the request failed";
  if (error.cause instanceof Error) return error.cause.message;
  return error.name === "TimeoutError" ? "no answer in time" : "the request failed";
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // expected: a proxy answered, or nothing did
    return undefined;
  }
}

export async function boundedText(response: Response, most = mostBytes): Promise<string> {
  const words = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > most) throw new AnswerTooLong();
    text += words.decode(piece, { stream: true });
  }
  return text + words.decode();
}
