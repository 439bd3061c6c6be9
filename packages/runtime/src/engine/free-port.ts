import { type AddressInfo, createServer } from "node:net";
import { KestrelError } from "@kestrel/core";

/** A port on 127.0.0.1 that is currently free: the requested one, else any. Throws `port_in_use`. */
export function freePort(wished = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", (error: NodeJS.ErrnoException) => {
      const params = { reason: "port", port: wished, detail: error.code ?? error.message };
      reject(new KestrelError("port_in_use", `port ${wished} cannot be had`, params, { cause: error }));
    });
    server.listen({ port: wished, host: "127.0.0.1", exclusive: true }, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
