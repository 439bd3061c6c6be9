import { type CancelSignal, type ReplyChunk, untilCancelled } from "@kestrel/core";
import type { Waits } from "../backend-settings.ts";
import { withoutKey } from "../errors/as-house-error.ts";
import { failedByAnswer } from "../errors/failed-by-answer.ts";
import { failedByConnection } from "../errors/failed-by-connection.ts";
import { ConnectionFailure } from "../http/connection-failure.ts";
import { openStream } from "../http/open-stream.ts";
import { EndlessLine } from "../http/read-lines.ts";
import { readText } from "../http/read-text.ts";
import type { ServerAddress } from "../http/server-address.ts";
import { ServerWaits, type Wait } from "./server-waits.ts";
import type { ChatEvent } from "./stream/chat-event.ts";
import { type ReplyReading, readReply } from "./stream/read-reply.ts";
import { failedByBounds, ReplyBeyondBounds } from "./stream/reply-bounds.ts";
import { waitOut } from "./wait-out.ts";

export type ChatQuestion = Omit<ReplyReading, "whenFinished"> &
  Waits & {
    address: ServerAddress;
    url: string;
    body: string;
    /** How this kind of server frames its stream. `whole`: it answered with one JSON text. */
    readEvents(bytes: AsyncIterable<Uint8Array>, whole: boolean): AsyncIterable<ChatEvent>;
    /** The server reports its prefill from the first token on; until then it is busy with other requests. */
    reportsProgress: boolean;
  };

/** Bytes of an error page that are looked through. */
const longestRefusal = 65_536;
const connectLimit = 15_000;
/** Waiting longer than this for the first word is worth a word. */
const unnoticed = 1_000;
/** What a server may take for its counters after the model is done. */
const afterword = 2_000;

/**
 * One chat request, streamed, from question to last chunk. When a server reports that it loads its model, or when to retry, it
 * waits, retries, and reports the wait. When `cancel` fires it ends without a last chunk.
 */
export async function* askChat(question: ChatQuestion, cancel: CancelSignal): AsyncGenerator<ReplyChunk> {
  const waits = new ServerWaits(question.loadingLimit);
  for (;;) {
    let wait: Wait | undefined;
    let said: string | undefined;
    for await (const chunk of askOnce(question, cancel)) {
      if (cancel.aborted) return;
      const failed = chunk.kind === "failed" ? withoutKey(question.address, chunk) : undefined;
      wait = failed && waits.after(failed);
      const { detail } = failed?.failure.params ?? {};
      said = typeof detail === "string" ? detail : undefined;
      if (wait) break;
      yield failed ?? chunk;
    }
    if (!wait) return;
    yield* waitOut(wait, said, cancel);
    if (cancel.aborted) return;
  }
}

async function* askOnce(question: ChatQuestion, cancel: CancelSignal): AsyncGenerator<ReplyChunk> {
  const { address, url, body, silenceLimit, interrupted } = question;
  const accept = "text/event-stream, application/x-ndjson, application/json";
  const headers = { ...address.headers, "content-type": "application/json", accept };
  const lettingGo = new AbortController();
  const letGo = () => lettingGo.abort();
  cancel.addEventListener("abort", letGo, { once: true });
  if (cancel.aborted) letGo();
  try {
    const patience = { connect: connectLimit, silence: silenceLimit };
    const opening = openStream({ method: "POST", url, headers, body }, patience, lettingGo.signal);
    if (question.reportsProgress && (await isSlow(opening)))
      yield { kind: "progress", progress: { phase: "queued" } };
    const answer = await opening;
    if (answer.status < 200 || answer.status >= 300) {
      yield failedByAnswer(answer.status, await readText(answer.bytes, longestRefusal), answer.retryAfter);
      return;
    }
    const events = question.readEvents(answer.bytes, answer.contentType.includes("application/json"));
    yield* readReply(events, { ...question, whenFinished: () => answer.endWithin(afterword) });
  } catch (cause) {
    if (cause instanceof EndlessLine) yield failedByBounds(new ReplyBeyondBounds("line"));
    else if (cause instanceof ReplyBeyondBounds) yield failedByBounds(cause);
    else if (cause instanceof ConnectionFailure) yield failedByConnection(cause, interrupted);
    else throw cause;
  } finally {
    cancel.removeEventListener("abort", letGo);
    letGo();
  }
}

async function isSlow(opening: Promise<unknown>): Promise<boolean> {
  const settled = opening.then(
    () => true,
    () => true, // expected: the caller gets the error
  );
  return (await untilCancelled(settled, AbortSignal.timeout(unnoticed))) === undefined;
}
