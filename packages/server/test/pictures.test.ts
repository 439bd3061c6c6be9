import { memoryPictures, ScriptedBackend, says } from "@kestrel/core/testing";
import type { OpBody, SentImage } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { givenDaemon } from "./kit/given-daemon.ts";

const png: SentImage = { mediaType: "image/png", base64: "iVBORw0KGgoAAAANSUhEUg==" };
const shows = (...images: SentImage[]): OpBody => ({ type: "send-message", text: "What is this?", images });

const sighted = () => new ScriptedBackend([[says("A bird.")], [says("A bird.")]], { vision: true });

describe("pictures over HTTP", () => {
  it("go in with a message and come back by the name the log gives them", async () => {
    const daemon = await givenDaemon({ backend: sighted() });
    const id = await daemon.opensSession();
    await daemon.does(id, shows(png));
    const started = (await daemon.logOf(id)).find(({ body }) => body.type === "turn.started");
    const blob = started?.body.type === "turn.started" ? started.body.images?.[0]?.blob : undefined;
    expect(blob).toMatch(/^[0-9a-f]{64}$/);
    expect(await daemon.client.call("readImage", { params: { id, blob: blob ?? "" } })).toEqual(png);
  });

  it("are shown to the session they belong to and to no other", async () => {
    const pictures = memoryPictures();
    const daemon = await givenDaemon({ backend: sighted(), parts: { pictures } });
    const [mine, other] = [await daemon.opensSession(), await daemon.opensSession()];
    await daemon.does(mine, shows(png));
    const { blob } = await pictures.keep(png);
    await daemon.client.call("readImage", { params: { id: mine, blob } });
    for (const wrong of [blob, "0".repeat(64), "..%2f..%2fx"]) {
      await expect(
        daemon.client.call("readImage", { params: { id: other, blob: wrong } }),
      ).rejects.toMatchObject({ code: "not_found" });
    }
    const bare = await fetch(`${daemon.url}/api/v1/sessions/${mine}/images/${blob}`);
    expect(bare.status).toBe(401);
  });

  it("are refused where the model does not see, with nothing in the log", async () => {
    const daemon = await givenDaemon({ replies: [[says("Yes?")]] });
    const id = await daemon.opensSession();
    const before = (await daemon.logOf(id)).length;
    await expect(daemon.does(id, shows(png))).rejects.toMatchObject({ code: "no_vision", status: 409 });
    expect(await daemon.logOf(id)).toHaveLength(before);
  });

  it("may be large, where everything else may not", async () => {
    const daemon = await givenDaemon({ backend: sighted() });
    const id = await daemon.opensSession();
    const large = { ...png, base64: Buffer.alloc(4 * 1_048_576, 7).toString("base64") };
    await daemon.does(id, shows(large));
    await expect(daemon.does(id, shows(large, large, large, large))).rejects.toMatchObject({
      code: "too_large",
    });
    const tooLarge = { ...png, base64: Buffer.alloc(6 * 1_048_576, 7).toString("base64") };
    await expect(daemon.does(id, shows(tooLarge))).rejects.toMatchObject({ code: "invalid_request" });
    await expect(daemon.does(id, shows(png, png, png, png, png))).rejects.toMatchObject({
      code: "invalid_request",
    });
    const workspace = "x".repeat(2 * 1_048_576);
    await expect(daemon.client.call("openSession", { body: { workspace } })).rejects.toMatchObject({
      code: "too_large",
    });
  });

  it("are of the four kinds only", async () => {
    const daemon = await givenDaemon({ backend: sighted() });
    const id = await daemon.opensSession();
    const vector = { mediaType: "image/svg+xml", base64: png.base64 } as unknown as SentImage;
    await expect(daemon.does(id, shows(vector))).rejects.toMatchObject({ code: "invalid_request" });
    const broken = { ...png, base64: "not base64 at all!" };
    await expect(daemon.does(id, shows(broken))).rejects.toMatchObject({ code: "invalid_request" });
  });
});
