import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What a server answers on a path, the query included: a value as JSON, or a status with one. */
export type Routes = Readonly<Record<string, unknown>>;
type Status = { status: number; body: unknown };

/** Real servers on this machine that answer what the test says, and remember what they were asked. */
export class FakeServers {
  readonly asked: string[] = [];
  readonly #servers: Server[] = [];

  /** Its address. `routes` is read at each request, so that a test may change it. */
  async serve(routes: Routes, key?: string, port = 0): Promise<string> {
    const server = createServer(async (request, response) => {
      const path = request.url ?? "";
      this.asked.push(`${request.method} ${path}`);
      const found = routes[path];
      if (found instanceof Later) await sleep(found.milliseconds);
      const known = found instanceof Later ? found.body : found;
      const allowed = key === undefined || request.headers.authorization === `Bearer ${key}`;
      const { status, body } = isStatus(known)
        ? known
        : { status: known === undefined ? 404 : 200, body: known };
      response.writeHead(allowed ? status : 401).end(JSON.stringify((allowed ? body : undefined) ?? {}));
    });
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const server of this.#servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }
}

/** An answer that is long in coming. */
export class Later {
  readonly milliseconds: number;
  readonly body: unknown;

  constructor(milliseconds: number, body: unknown) {
    this.milliseconds = milliseconds;
    this.body = body;
  }
}

function isStatus(value: unknown): value is Status {
  return typeof value === "object" && value !== null && "status" in value && "body" in value;
}
