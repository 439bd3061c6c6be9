import { on, once } from "node:events";
import { isLoopback } from "@kestrel/text";
import WebSocket from "ws";
import { ChannelFault } from "../port.ts";
import { parsed } from "./json-api.ts";

/** Bytes of one message: an event of a service has a few thousand. */
const mostBytes = 4 * 1_048_576;
const openMs = 30_000;
/** Messages that wait to be looked at before the socket is read no further. */
const mostWaiting = 200;

/** A WebSocket that carries JSON. Its errors contain nothing of a foreign address, which may carry a secret. */
export class JsonSocket {
  readonly #socket: WebSocket;
  readonly #events: AsyncIterable<unknown[]>;
  /** The code that the service closed with. */
  code: number | undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    // The first message may arrive together with the end of the handshake.
    this.#events = on(socket, "message", { close: ["close"], highWaterMark: mostWaiting });
    socket.on("close", (code) => {
      this.code = code;
    });
  }

  /**
   * `quietMs`: pings that often, and closes where not even an answer to one came; without it a connection that the network forgot stays open
   * for ever. Rejects with `ChannelFault` where it cannot be opened, or where the service names an address without TLS.
   */
  static async open(
    url: string,
    signal: AbortSignal,
    { quietMs }: { quietMs?: number } = {},
  ): Promise<JsonSocket> {
    if (!/^wss:/i.test(url) && !isLoopback(url))
      throw new ChannelFault("the service names an address that is not wss:");
    const socket = new WebSocket(url, { maxPayload: mostBytes, handshakeTimeout: openMs });
    const opened = new JsonSocket(socket);
    const stop = () => socket.terminate();
    signal.addEventListener("abort", stop, { once: true });
    socket.once("close", () => signal.removeEventListener("abort", stop));
    try {
      await once(socket, "open");
    } catch (error) {
      throw new ChannelFault(`cannot connect: ${(error as Error).message}`);
    }
    // What breaks it closes it, which ends `messages`.
    socket.on("error", () => undefined);
    if (quietMs !== undefined) opened.#watch(quietMs);
    return opened;
  }

  #watch(quietMs: number): void {
    const socket = this.#socket;
    let heard = true;
    for (const sign of ["message", "ping", "pong"])
      socket.on(sign, () => {
        heard = true;
      });
    const watching = setInterval(() => {
      if (!heard) return socket.terminate();
      heard = false;
      socket.ping();
    }, quietMs);
    socket.once("close", () => clearInterval(watching));
  }

  send(message: unknown): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Messages until the socket is closed; skips invalid JSON. */
  async *messages(): AsyncGenerator<unknown> {
    try {
      for await (const [data] of this.#events) {
        const message = parsed(String(data));
        if (message !== undefined) yield message;
      }
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#socket.terminate();
  }
}
