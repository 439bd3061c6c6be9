import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { KestrelError } from "@kestrel/core";
import type { FastifyInstance } from "fastify";

/** Requests answered at once, streams included. */
const mostRequests = 96;

/** Connections open at once. Far above what is answered: idle ones cost little, and many must not keep one out. */
const mostSockets = 256;

/**
 * Keeps room for whoever asks something: beyond `mostRequests` the answer is 429, and a full house lets the connection
 * go that has been silent longest. Node itself would turn the newcomer away and keep the silent ones.
 */
export function keepRoom(app: FastifyInstance): void {
  const room = new ConnectionRoom(app.server);
  app.addHook("onRequest", async () => {
    if (room.answering() > mostRequests)
      throw new KestrelError("too_many_clients", "too many requests at once");
  });
}

class ConnectionRoom {
  /** What each connection asks, undefined while it is silent; the one silent longest comes first. */
  readonly #asking = new Map<Socket, IncomingMessage | undefined>();

  constructor(server: Server) {
    server.on("connection", (socket) => this.#arrived(socket));
    server.prependListener("request", (request, response) => this.#asked(request, response));
  }

  /** Requests that are whole and not answered to the end. */
  answering(): number {
    return [...this.#asking.values()].filter((request) => request?.complete).length;
  }

  #arrived(socket: Socket): void {
    this.#asking.set(socket, undefined);
    socket.once("close", () => this.#asking.delete(socket));
    if (this.#asking.size > mostSockets) this.#letOneGo(socket);
  }

  #asked(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.#asking.set(socket, request);
    response.once("close", () => {
      if (this.#asking.get(socket) !== request) return;
      this.#asking.delete(socket);
      this.#asking.set(socket, undefined);
    });
  }

  /** A request that is not whole is silence too: its other half may never come. */
  #letOneGo(newcomer: Socket): void {
    for (const [socket, request] of this.#asking) {
      if (request?.complete || socket === newcomer) continue;
      this.#asking.delete(socket);
      socket.destroy();
      return;
    }
    newcomer.destroy();
  }
}
