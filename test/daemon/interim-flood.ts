import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A server that answers every request with interim answers (1xx) as fast as they are read, and with nothing else. */
export async function interimFlood(
  status: string,
): Promise<{ url: string; port: number; left: Promise<void> }> {
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const piece = `HTTP/1.1 ${status}\r\nlink: </a>\r\n\r\n`.repeat(200);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", leave);
    const pour = () => {
      // In one process with whoever is measured: what it makes for itself must hold nobody up.
      if (!socket.destroyed) socket.write(piece, () => setImmediate(pour));
    };
    socket.once("data", pour);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, port, left };
}
