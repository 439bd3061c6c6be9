import { createParser } from "eventsource-parser";

/** One event of the stream. Comments are a sign of life for whoever watches the bytes, and no news. */
export type SseEvent = { event?: string; data: string };

/**
 * Server-sent events from bytes, however they were cut. An event that the end of the stream leaves without its empty
 * line counts, and so does a bare line of JSON: some servers report an error that way in the middle of a stream.
 */
export async function* readSse(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SseEvent> {
  const decoder = new TextDecoder();
  const ready: SseEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => ready.push({ event, data }),
    onError: ({ line }) => {
      if (line?.trimStart().startsWith("{")) ready.push({ data: line });
    },
  });
  for await (const chunk of bytes) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* ready.splice(0);
  }
  parser.feed(`${decoder.decode()}\n\n`);
  yield* ready;
}
