import type { CancelSignal, ReplyChunk } from "@kestrel/core";
import { failedByAnswer } from "../errors/failed-by-answer.ts";
import { failedByConnection } from "../errors/failed-by-connection.ts";
import { ConnectionFailure } from "../http/connection-failure.ts";
import { openStream } from "../http/open-stream.ts";
import { readSse, type SseEvent } from "../http/read-sse.ts";
import { readText } from "../http/read-text.ts";
import type { ServerAddress } from "../http/server-address.ts";
import { type ReplyManner, readReply } from "./read-reply.ts";

export type ChatQuestion = Omit<ReplyManner, "whenFinished"> & {
  address: ServerAddress;
  body: string;
  /** How long the server may be without any sign of life, pings included. Milliseconds. */
  silenceLimit: number;
};

const connectLimit = 15_000;
/** What a server may take for its counters after the model is done. */
const afterword = 5_000;

/** One chat request, streamed, from question to last chunk. When `cancel` fires it ends without one. */
export async function* askChat(question: ChatQuestion, cancel: CancelSignal): AsyncGenerator<ReplyChunk> {
  for await (const chunk of askOnce(question, cancel)) {
    if (cancel.aborted) return;
    yield chunk.kind === "failed" ? { ...chunk, detail: question.address.conceal(chunk.detail) } : chunk;
  }
}

async function* askOnce(question: ChatQuestion, cancel: CancelSignal): AsyncGenerator<ReplyChunk> {
  const { address, body, silenceLimit, interrupted } = question;
  const headers = { ...address.headers, "content-type": "application/json", accept: "text/event-stream" };
  const url = `${address.api}/chat/completions`;
  try {
    const patience = { connect: connectLimit, silence: silenceLimit };
    const answer = await openStream({ method: "POST", url, headers, body }, patience, cancel);
    if (answer.status < 200 || answer.status >= 300) {
      yield failedByAnswer(answer.status, await readText(answer.bytes));
      return;
    }
    const whole = answer.contentType.includes("application/json");
    const events = whole ? readWhole(answer.bytes) : readSse(answer.bytes);
    yield* readReply(events, { ...question, whenFinished: () => answer.endWithin(afterword) });
  } catch (cause) {
    if (!(cause instanceof ConnectionFailure)) throw cause;
    yield failedByConnection(cause, interrupted);
  }
}

/** A server that does not stream gives the reply as one event. */
async function* readWhole(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SseEvent> {
  yield { kind: "data", data: await readText(bytes) };
}
