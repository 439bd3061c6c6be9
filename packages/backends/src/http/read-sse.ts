import { createParser } from "eventsource-parser";

/** One event of the stream; `ping` is a comment, a sign of life without news. */
export type SseEvent = { kind: "data"; event?: string; data: string } | { kind: "ping" };

/**
 * Server-sent events from bytes, however they were cut. An event that the end of the stream leaves without its empty
 * line counts, and so does a bare line of JSON: some servers report an error that way in the middle of a stream.
 */
export async function* readSse(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SseEvent> {
  const decoder = new TextDecoder();
  const ready: SseEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => ready.push({ kind: "data", event, data }),
    onComment: () => ready.push({ kind: "ping" }),
    onError: ({ line }) => {
      if (line?.trimStart().startsWith("{")) ready.push({ kind: "data", data: line });
    },
  });
  for await (const chunk of bytes) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* ready.splice(0);
  }
  parser.feed(`${decoder.decode()}\n\n`);
  yield* ready;
}
