import { wireBounds } from "@kestrel/core";
import { jsonOrNothing } from "@kestrel/text";
import { EndlessLine } from "../../http/read-lines.ts";
import { readSse, type SseEvent } from "../../http/read-sse.ts";
import { readText } from "../../http/read-text.ts";
import { ChatChunk } from "./chat-chunk.ts";

/** An event of a server's stream, whatever its framing. */
export type ChatEvent =
  | { kind: "chunk"; chunk: ChatChunk }
  /** The raw text, to be parsed as a failure. */
  | { kind: "error"; text: string }
  | { kind: "unreadable"; text: string }
  | { kind: "end" };

/** A chat stream in OpenAI's framing; a server that does not stream gives the reply as one event. */
export async function* readChatEvents(
  bytes: AsyncIterable<Uint8Array>,
  whole: boolean,
): AsyncGenerator<ChatEvent> {
  for await (const { event, data } of whole ? readWhole(bytes) : readSse(bytes, wireBounds.line)) {
    if (data.trim() === "[DONE]") {
      yield { kind: "end" };
      return;
    }
    const chunk = readChunk(data);
    if (event === "error" || chunk?.error || chunk?.object === "error") yield { kind: "error", text: data };
    else if (chunk) yield { kind: "chunk", chunk };
    else yield { kind: "unreadable", text: data };
  }
}

function readChunk(data: string): ChatChunk | undefined {
  return ChatChunk.safeParse(jsonOrNothing(data)).data;
}

async function* readWhole(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SseEvent> {
  const data = await readText(bytes, wireBounds.line);
  if (data.length > wireBounds.line) throw new EndlessLine();
  yield { data };
}
