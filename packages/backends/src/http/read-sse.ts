import { createParser } from "eventsource-parser";
import { EndlessLine } from "./read-lines.ts";

/** One event of the stream. Comments only show that the connection is alive and are skipped. */
export type SseEvent = { event?: string; data: string };

/**
 * Server-sent events from bytes, however they were cut. An event that the end of the stream leaves without its empty
 * line counts, and so does a bare line of JSON: some servers report an error that way in the middle of a stream.
 * Throws EndlessLine for an event, or a line, of more than `limit` characters.
 */
export async function* readSse(bytes: AsyncIterable<Uint8Array>, limit?: number): AsyncGenerator<SseEvent> {
  const decoder = new TextDecoder();
  const ready: SseEvent[] = [];
  let endless = false;
  const parser = createParser({
    maxBufferSize: limit,
    onEvent: ({ event, data }) => ready.push({ event, data }),
    onError: ({ type, line }) => {
      endless ||= type === "max-buffer-size-exceeded";
      if (line?.trimStart().startsWith("{")) ready.push({ data: line });
    },
  });
  for await (const chunk of bytes) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* ready.splice(0);
    if (endless) throw new EndlessLine();
  }
  parser.feed(`${decoder.decode()}\n\n`);
  yield* ready;
}
