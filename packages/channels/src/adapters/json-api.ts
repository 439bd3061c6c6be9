import { type IncomingMessage, request as plain } from "node:http";
import { request as overTls } from "node:https";
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

type Question = {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal?: AbortSignal;
  ms: number;
  most?: number;
};

/**
 * Sends one request and follows no redirect. Uses Node's own requests: `fetch` takes 6 MiB more of the thread. Rejects with
 * `ChannelFault` without an answer, with its cause only: Node's message for an invalid request may repeat a header, and the token
 * in it.
 */
export async function ask(url: string, { method, headers, body, signal, ms, most }: Question) {
  const limit = AbortSignal.timeout(ms);
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = url.startsWith("https:") ? overTls : plain;
      const asked = request(
        url,
        {
          method,
          headers: { ...headers, ...length },
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        },
        resolve,
      );
      asked.once("error", reject).end(body);
    });
    const { statusCode: status = 0, headers: given } = answer;
    if (status >= 300 && status < 400) {
      answer.destroy();
      throw new ChannelFault(`${status}: the service points elsewhere`);
    }
    return { status, retryAfter: given["retry-after"], text: await boundedText(answer, most) };
  } catch (error) {
    if (error instanceof ChannelFault) throw error;
    if (limit.aborted) throw new ChannelFault("no answer in time");
    throw new ChannelFault(causeOf(error));
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error) || error instanceof TypeError) return "the request failed";
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || "the request failed";
}

/**
 * Calls a service's API with JSON and reads its answer, whatever its status. Rejects with a `ChannelFault` without secrets when
 * there is no answer.
 */
export async function callApi(
  url: string,
  authorization: string,
  { method = "POST", body, signal, ms = callMs, agent = "Kestrel", most }: ApiWish = {},
): Promise<ApiAnswer> {
  const { status, retryAfter, text } = await ask(url, {
    ...{ method, signal, ms, most },
    headers: {
      authorization,
      "user-agent": agent,
      ...(body !== undefined && { "content-type": "application/json; charset=utf-8" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const seconds = Number(retryAfter ?? Number.NaN);
  return {
    status,
    body: parsed(text),
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
  };
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // expected: a proxy answered, or nothing did
    return undefined;
  }
}

async function boundedText(answer: AsyncIterable<Buffer>, most = mostBytes): Promise<string> {
  const words = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const piece of answer) {
    bytes += piece.length;
    if (bytes > most) throw new AnswerTooLong();
    text += words.decode(piece, { stream: true });
  }
  return text + words.decode();
}
