import type { ServerResponse } from "node:http";
import type { Frame, SessionEvent } from "@kestrel/protocol";
import { protectedHeaders } from "../guard/protect-answers.ts";

/** Comments at this interval keep idle connections open and detect dead ones. Milliseconds. */
const usualPace = 15_000;

/** A client with more unread bytes is disconnected. It reconnects and continues where it was. */
const mostPendingBytes = 1_048_576;

/** A client that reads nothing during this many pings, although data waits, is disconnected. */
const mostUnreadPings = 3;

/** The kind of a message in a stream of several sessions; `gone`: there is no such session. */
type MessageKind = "event" | "frame" | "reset" | "gone";

/** One client's stream of server-sent events. Logged events carry `id: seq`; frames carry none. */
export class EventStream {
  readonly #response: ServerResponse;
  /** Resolves when the client has left or was disconnected. */
  readonly closed: Promise<void>;
  #unreadPings = 0;

  constructor(response: ServerResponse, pingEveryMs = usualPace) {
    this.#response = response;
    this.closed = new Promise((resolve) => {
      // The client may have left while its session was being opened: then no further `close` is emitted.
      if (response.destroyed || response.socket?.destroyed !== false) return resolve();
      const ping = setInterval(() => this.#ping(), pingEveryMs);
      ping.unref();
      response.on("drain", () => {
        this.#unreadPings = 0;
      });
      response.once("close", () => {
        clearInterval(ping);
        resolve();
      });
    });
    if (this.gone) return;
    // The body ends with the connection: chunked encoding would be a third of the cost of one word to fifty clients.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, {
      ...protectedHeaders(),
      "content-type": "text/event-stream; charset=utf-8",
      "x-accel-buffering": "no",
    });
    response.write(": hello\n\n");
  }

  event(event: SessionEvent): void {
    this.#write(bytesOnce(event, () => `id: ${event.seq}\nevent: event\ndata: ${JSON.stringify(event)}\n\n`));
  }

  /** One message of a stream of several sessions; it names its session. */
  message(kind: MessageKind, data: object): void {
    this.#write(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  frame(frame: Frame): void {
    this.#write(bytesOnce(frame, () => `event: frame\ndata: ${JSON.stringify(frame)}\n\n`));
  }

  /** The client's cursor is not of this log: it must discard its state. */
  reset(): void {
    this.#write("id: 0\nevent: reset\ndata: {}\n\n");
  }

  /** Waits until the client has read what was written, to bound memory for a long log. */
  async caughtUp(): Promise<void> {
    const response = this.#response;
    if (!response.writableNeedDrain || this.gone) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        response.off("drain", done);
        response.off("close", done);
        resolve();
      };
      response.on("drain", done);
      response.on("close", done);
    });
  }

  end(): void {
    this.#response.end();
  }

  get gone(): boolean {
    const { destroyed, writableEnded, socket } = this.#response;
    return destroyed || writableEnded || socket?.destroyed !== false;
  }

  #ping(): void {
    if (this.#response.writableNeedDrain) this.#unreadPings++;
    if (this.#unreadPings >= mostUnreadPings) this.#response.destroy();
    else this.#write(": ping\n\n");
  }

  /** The backlog is checked before the next piece: a single large event must get through. */
  #write(text: string | Buffer): void {
    if (this.gone) return;
    if (this.#response.writableLength > mostPendingBytes) this.#response.destroy();
    else this.#response.write(text);
  }
}

/** The newest event, serialized once for all followers of its session. */
const wire = new WeakMap<object, Buffer>();

function bytesOnce(news: object, written: () => string): Buffer {
  const known = wire.get(news);
  if (known) return known;
  const bytes = Buffer.from(written());
  wire.set(news, bytes);
  return bytes;
}
