import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { givenDaemon } from "./kit/given-daemon.ts";

describe("where the daemon listens", () => {
  it("is this machine only", async () => {
    const { url, port } = await givenDaemon();
    expect(url).toBe(`http://127.0.0.1:${port}`);
    const outside = Object.values(networkInterfaces()).flatMap((addresses = []) =>
      addresses.filter(({ internal, address }) => !internal && !address.startsWith("fe80")),
    );
    for (const { address } of outside)
      expect([address, await reachable(address, port)]).toEqual([address, false]);
    if (process.platform === "linux") expect(await reachable("127.0.0.2", port)).toBe(false);
    expect(await reachable("127.0.0.1", port)).toBe(true);
  });

  it("is refused with a name when another program is there", async () => {
    const { port } = await givenDaemon();
    await expect(givenDaemon({ parts: { port } })).rejects.toMatchObject({
      code: "port_in_use",
      params: { port },
    });
  });

  it("is free again after it closed, at once, although clients were there", async () => {
    const first = await givenDaemon({ keep: true });
    await first.client.call("health");
    await first.close();
    const second = await givenDaemon({ parts: { port: first.port } });
    expect(await second.client.call("health")).toEqual({ ok: true });
  });
});

function reachable(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
