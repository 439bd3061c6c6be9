import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { KestrelError } from "@kestrel/core";
import type { FastifyInstance } from "fastify";
import { isForeign, peerUsers } from "./peer-user.ts";

/** Authenticated requests that are answered at once, streams included. */
const mostRequests = 96;

/** All others at once: pages, files and refusals. A page of the console needs six at most. */
const mostPublic = 32;

/** Connections open at once. Far above the requests: idle connections are cheap, and many of them must not block a client. */
const mostSockets = 256;

/** Milliseconds in which a client must read some of a public answer, and all of it. */
const publicPatience = { next: 10_000, whole: 60_000 } as const;

/**
 * Limits requests and connections. Beyond `mostRequests` the answer is 429. Beyond `mostSockets` it closes the connection
 * that has been idle longest; Node itself would refuse the new one. Requests without a token count apart, up to `mostPublic`,
 * and must be read within `patience`. A connection carries one request at a time, and those of other users of this machine
 * are closed. `end` closes the connections whose request matches. `watch` applies the same limits, counted apart, to a TLS server.
 */
export function keepRoom(
  app: FastifyInstance,
  isAdmitted: (request: IncomingMessage) => boolean,
  patience: { next: number; whole: number } = publicPatience,
): { end(those: (request: IncomingMessage) => boolean): void; watch(server: Server): void } {
  const rooms = [new ConnectionRoom(app.server, "connection", isAdmitted, patience)];
  app.addHook("onRequest", async ({ raw }) => {
    const admitted = isAdmitted(raw);
    const room = rooms.find((one) => one.has(raw.socket));
    if (room && room.answering(admitted) > (admitted ? mostRequests : mostPublic))
      throw new KestrelError("too_many_clients", "too many requests at once");
  });
  return {
    end: (those) => {
      for (const room of rooms) room.end(those);
    },
    watch: (server) => void rooms.push(new ConnectionRoom(server, "secureConnection", isAdmitted, patience)),
  };
}

/** Ignores requests whose connection is gone: the parser still emits those it had received. The first of all hooks. */
export function passOverDropped(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }, reply) => {
    if (raw.socket.destroyed) reply.hijack();
  });
}

class ConnectionRoom {
  /** The request of each connection, undefined while it is idle; longest idle first. */
  readonly #asking = new Map<Socket, IncomingMessage | undefined>();
  readonly #isAdmitted: (request: IncomingMessage) => boolean;
  readonly #patience: { next: number; whole: number };
  /** New connections whose user is not known yet, and whether the lookup is running. */
  readonly #unknown = new Set<Socket>();
  #looking = false;

  constructor(
    server: Server,
    arrival: "connection" | "secureConnection",
    isAdmitted: (request: IncomingMessage) => boolean,
    patience: { next: number; whole: number },
  ) {
    this.#isAdmitted = isAdmitted;
    this.#patience = patience;
    server.on(arrival, (socket: Socket) => this.#arrived(socket));
    server.prependListener("request", (request, response) => this.#asked(request, response));
  }

  has(socket: Socket): boolean {
    return this.#asking.has(socket);
  }

  /** Complete requests without a finished answer, with a token or without. */
  answering(admitted: boolean): number {
    return [...this.#asking.values()].filter(
      (request) => request?.complete && this.#isAdmitted(request) === admitted,
    ).length;
  }

  end(those: (request: IncomingMessage) => boolean): void {
    for (const [socket, request] of this.#asking) if (request && those(request)) socket.destroy();
  }

  #arrived(socket: Socket): void {
    this.#asking.set(socket, undefined);
    this.#unknown.add(socket);
    socket.once("close", () => {
      this.#asking.delete(socket);
      this.#unknown.delete(socket);
    });
    if (this.#asking.size > mostSockets) this.#letOneGo(socket);
    if (!this.#looking) void this.#lookAtNewcomers();
  }

  /** One lookup at a time, for all connections opened before it began. */
  async #lookAtNewcomers(): Promise<void> {
    this.#looking = true;
    while (this.#unknown.size > 0) {
      const newcomers = [...this.#unknown];
      this.#unknown.clear();
      const users = await peerUsers(newcomers);
      for (const [at, socket] of newcomers.entries()) if (isForeign(users[at])) socket.destroy();
    }
    this.#looking = false;
  }

  #asked(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // Kestrel's clients do not pipeline requests, and pipelined answers would pile up in memory.
    if (this.#asking.get(socket)) {
      socket.destroy();
      return;
    }
    this.#asking.set(socket, request);
    const watch = this.#watch(request, response);
    response.once("close", () => {
      clearInterval(watch);
      if (this.#asking.get(socket) !== request) return;
      this.#asking.delete(socket);
      this.#asking.set(socket, undefined);
    });
  }

  /** Closes the connection when a client without a token does not read its answer. */
  #watch(request: IncomingMessage, response: ServerResponse): NodeJS.Timeout {
    const { socket } = request;
    const { next, whole } = this.#patience;
    let [taken, waited] = [-1, 0];
    const watch = setInterval(() => {
      if (this.#isAdmitted(request)) return clearInterval(watch);
      if (!request.complete || response.destroyed) return;
      const now = socket.bytesWritten - socket.writableLength;
      waited += next;
      if (now === taken || waited >= whole) socket.destroy();
      taken = now;
    }, next);
    return watch.unref();
  }

  /** An incomplete request counts as idle: its rest may never arrive. */
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
