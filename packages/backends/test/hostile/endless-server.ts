import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextRound } from "node:timers/promises";

/** A server that says what a generator gives as fast as it is read, until its client leaves or there is no more. */
export class EndlessServer {
  readonly #server: Server;
  /** Bytes that were handed over before the client left. */
  sent = 0;
  left: Promise<void>;

  private constructor(server: Server, left: Promise<void>) {
    this.#server = server;
    this.left = left;
  }

  static async start(type: string, says: () => Generator<string>): Promise<EndlessServer> {
    let leave = () => {};
    const left = new Promise<void>((resolve) => (leave = resolve));
    const server = createServer((request, response) => {
      if (request.method === "GET") return void response.writeHead(404).end("{}");
      response.writeHead(200, { "content-type": type });
      response.on("close", leave);
      async function* counted() {
        for (const piece of inPieces(says())) {
          // It is in one process with whoever is measured: what it makes for itself must hold nobody up.
          await nextRound();
          endless.sent += piece.length;
          yield piece;
        }
      }
      pipeline(Readable.from(counted(), { objectMode: false }), response).catch(() => undefined);
    });
    const endless = new EndlessServer(server, left);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return endless;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Many small things in one write, as a fast server's socket has them. */
function* inPieces(says: Generator<string>): Generator<Buffer> {
  let held = "";
  for (const part of says) {
    held += part;
    if (held.length < 16_384) continue;
    yield Buffer.from(held);
    held = "";
  }
  if (held !== "") yield Buffer.from(held);
}
