import { type AddressInfo, connect, createServer } from "node:net";

export async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isTaken = await new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("error", () => setTimeout(resolve, 20, false));
  });
  socket.destroy();
  return isTaken;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
