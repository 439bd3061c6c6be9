import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export type Canary = {
  url: string;
  /** Connections that anybody opened, with or without a request on them. */
  hits(): number;
};

/** A server that nobody may ever ask. */
export async function startCanary(): Promise<Canary> {
  let hits = 0;
  const server = createServer((_, response) => response.end());
  server.on("connection", () => {
    hits++;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits: () => hits };
}
