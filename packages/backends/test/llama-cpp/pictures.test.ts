import { openSession } from "@kestrel/core";
import { bareOpening, memoryEventLog, memoryPictures, stillHost } from "@kestrel/core/testing";
import type { SentImage } from "@kestrel/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBackend } from "../../src/index.ts";
import { FakeModelServer } from "../fake-model-server.ts";
import { fixture } from "../fixture.ts";

const png: SentImage = { mediaType: "image/png", base64: "iVBORw0KGgoAAAANSUhEUg==" };

describe("a picture on its way to llama-server", () => {
  let server: FakeModelServer;
  beforeEach(async () => {
    server = await FakeModelServer.start();
    server.answers("GET /v1/models", fixture("llama-models.json"));
    server.otherwise(() => ({ body: fixture("llama-text.sse") }));
  });
  afterEach(() => server.stop());

  async function session(vision: boolean) {
    const props = JSON.parse(fixture("llama-props.json").toString());
    server.answers("GET /props", { ...props, modalities: { vision } });
    return openSession({
      log: memoryEventLog(),
      agent: {
        backend: createBackend({ kind: "llama-cpp", url: server.url }),
        tools: [],
        host: stillHost(),
        images: memoryPictures(),
        limits: { maxSteps: 4 },
      },
      opening: bareOpening,
    });
  }

  it("goes as bytes in its message, and the same bytes again in the next request", async () => {
    const seeing = await session(true);
    await seeing.apply({ opId: "t1", type: "send-message", text: "What is this?", images: [png] }, "t1");
    await seeing.settled();
    await seeing.apply({ opId: "t2", type: "send-message", text: "And its colour?" }, "t2");
    await seeing.settled();
    const [first, second] = server.chats.map(({ body }) => JSON.parse(body).messages);
    expect(first[1]).toEqual({
      role: "user",
      content: [
        { type: "text", text: "Machine: a test.\n\nWhat is this?" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${png.base64}` } },
      ],
    });
    expect(second.slice(0, first.length)).toEqual(first);
  });

  it("does not leave when the server's model is blind", async () => {
    const blind = await session(false);
    await expect(
      blind.apply({ opId: "t1", type: "send-message", text: "What is this?", images: [png] }, "t1"),
    ).rejects.toMatchObject({ code: "no_vision", params: { model: "scripted" } });
    expect(server.chats).toEqual([]);
    expect(blind.state().turns).toBe(0);
  });
});
