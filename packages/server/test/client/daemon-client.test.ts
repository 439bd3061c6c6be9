import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { says } from "@kestrel/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { askSession, createDaemonClient, DaemonRefusal } from "../../src/client/index.ts";
import { givenDaemon } from "../kit/given-daemon.ts";

describe("the daemon's client", () => {
  it("opens a session, talks in it and reads it", async () => {
    const daemon = await givenDaemon({ replies: [[says("Hello.")]] });
    const { session } = await daemon.client.call("openSession", { body: {} });
    const sent = await askSession(daemon.client, session.id, { type: "send-message", text: "Hi" });
    expect(sent).toEqual({ accepted: "started", turnId: expect.stringMatching(/^t\d+$/) });
    const attention = async () => (await daemon.summaryOf(session.id))?.attention;
    await expect.poll(attention).toBe("idle");
    expect((await daemon.client.call("status")).workspaces).toEqual([
      { path: daemon.folder, kind: "playground" },
      { path: `${daemon.folder}/none`, kind: "none" },
    ]);
    const next = await daemon.client.call("openSession", { body: { continues: session.id } });
    expect(next.session.workspace).toBe(session.workspace);
  });

  it("rejects with the daemon's own code and facts", async () => {
    const { client } = await givenDaemon();
    const refused = client.call("openSession", { body: { workspace: "/no/such/folder" } });
    await expect(refused).rejects.toBeInstanceOf(DaemonRefusal);
    await expect(refused).rejects.toMatchObject({
      code: "workspace_invalid",
      params: { path: "/no/such/folder", reason: "missing" },
      status: 400,
    });
  });

  it("does not let a name in a path become a path", async () => {
    const { client } = await givenDaemon();
    await expect(client.call("readLog", { params: { id: "../../status" } })).rejects.toMatchObject({
      status: 400,
    });
  });

  it("says when nobody is there, and when the answer breaks off", async () => {
    const nobody = createDaemonClient({ baseUrl: "http://127.0.0.1:1", token: "" });
    await expect(nobody.call("health")).rejects.toMatchObject({ code: "daemon_unreachable", status: 0 });
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"ok":');
      response.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const broken = createDaemonClient({ baseUrl: `http://127.0.0.1:${port}`, token: "" });
    await expect(broken.call("health")).rejects.toMatchObject({ code: "daemon_unreachable" });
  });
});
