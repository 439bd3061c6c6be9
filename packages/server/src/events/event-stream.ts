import type { ServerResponse } from "node:http";
import type { Frame, SessionEvent } from "@kestrel/protocol";
import { protectedHeaders } from "../guard/protect-answers.ts";

/** Comments at this pace keep idle connections open and show dead ones. */
const pingEveryMs = 15_000;

/** A client that lets so many bytes pile up is let go; it comes back and goes on where it was. */
const mostPendingBytes = 1_048_576;

/** One client's stream of server-sent events. Logged events carry `id: seq`; frames carry none. */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #ping: NodeJS.Timeout;
  /** Resolves when the client is gone or was let go. */
  readonly closed: Promise<void>;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, {
      ...protectedHeaders(),
      "content-type": "text/event-stream; charset=utf-8",
      "x-accel-buffering": "no",
    });
    response.write(": hello\n\n");
    this.#ping = setInterval(() => this.#write(": ping\n\n"), pingEveryMs);
    this.#ping.unref();
    this.closed = new Promise((resolve) => {
      response.once("close", () => {
        clearInterval(this.#ping);
        resolve();
      });
    });
  }

  event(event: SessionEvent): void {
    this.#write(`id: ${event.seq}\nevent: event\ndata: ${JSON.stringify(event)}\n\n`);
  }

  frame(frame: Frame): void {
    this.#write(`event: frame\ndata: ${JSON.stringify(frame)}\n\n`);
  }

  /** The client's cursor is not of this log: it must forget what it has. */
  reset(): void {
    this.#write("id: 0\nevent: reset\ndata: {}\n\n");
  }

  /** Waits until the client has read what was written, so that a long log does not pile up. */
  async caughtUp(): Promise<void> {
    if (!this.#response.writableNeedDrain || this.#response.destroyed) return;
    await Promise.race([new Promise((resolve) => this.#response.once("drain", resolve)), this.closed]);
  }

  end(): void {
    this.#response.end();
  }

  get gone(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  #write(text: string): void {
    if (this.gone) return;
    this.#response.write(text);
    if (this.#response.writableLength > mostPendingBytes) this.#response.destroy();
  }
}
