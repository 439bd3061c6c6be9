import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";
import { said } from "../daemon/seeing-server.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, openTestSession } from "../daemon/test-session.ts";

let server: FakeModelServer | undefined;
afterEach(() => server?.stop());

describe("a server that refuses a field of the request", () => {
  it("is asked without it in the same turn, and after a restart from the first request on", async () => {
    server = await FakeModelServer.start();
    const { url } = server;
    server.answers("GET /v1/models", { object: "list", data: [{ id: "m", owned_by: "somebody" }] });
    // As a FastAPI server says it whose model of a request forbids extra fields.
    const refusal = {
      type: "extra_forbidden",
      loc: ["body", "stream_options"],
      msg: "Extra inputs are not permitted",
    };
    server.otherwise(({ body }) =>
      "stream_options" in JSON.parse(body)
        ? { status: 422, body: JSON.stringify({ detail: [refusal] }) }
        : { body: said("Hello.") },
    );
    const daemon = await startTestDaemon({ connect: url });
    const first = await openTestSession(daemon);
    expect(bodiesOf(await first.turn("Hello"), "turn.ended")).toMatchObject([{ reason: "done" }]);
    const folder = join(daemon.dataFolder, "profiles");
    const profile = async () => {
      const [name = ""] = await readdir(folder).catch(() => []);
      return readFile(join(folder, name), "utf8").catch(() => "");
    };
    await expect.poll(profile).toContain('left_out = [ "stream_options" ]');
    const asked = server.chats.length;
    await daemon.stop();
    await daemon.start();
    const second = await openTestSession(daemon);
    expect(bodiesOf(await second.turn("Hello"), "turn.ended")).toMatchObject([{ reason: "done" }]);
    const later = server.chats.slice(asked).map(({ body }) => Object.keys(JSON.parse(body)));
    expect(later).toHaveLength(1);
    expect(later[0]).not.toContain("stream_options");
  });
});
