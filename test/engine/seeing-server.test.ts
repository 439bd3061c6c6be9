import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpBody, SentImage } from "@kestrel/protocol";
import { askSession } from "@kestrel/server/client";
import { describe, expect, it } from "vitest";
import type { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";
import { pixel, said, startSeeingServer } from "../daemon/seeing-server.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, openTestSession } from "../daemon/test-session.ts";

const png: SentImage = { mediaType: "image/png", base64: pixel };
const refusal = JSON.stringify({ error: { code: 400, message: "failed to parse grammar: bad schema" } });

type Chat = {
  messages: { role: string; content: unknown }[];
  tools?: { function: { name: string } }[];
  chat_template_kwargs?: unknown;
};

const chatsOf = (server: FakeModelServer) => server.chats.map(({ body }) => JSON.parse(body) as Chat);

describe("a daemon at somebody's llama-server", () => {
  it("shows it a picture, keeps the bytes out of the log, and shows it to the reader", async () => {
    const server = await startSeeingServer();
    const daemon = await startTestDaemon({ connect: server.url });
    const session = await openTestSession(daemon);
    const { turnId } = await session.send({ type: "send-message", text: "What is this?", images: [png] });
    await session.until("turn.ended", 0, (body) => body.turnId === turnId);
    const url = `data:image/png;base64,${png.base64}`;
    expect(chatsOf(server)[0]?.messages[1]?.content).toContainEqual({
      type: "image_url",
      image_url: { url },
    });
    const [image] = bodiesOf(session.events, "turn.started")[0]?.images ?? [];
    expect(image).toMatchObject({ mediaType: "image/png", width: 1, height: 1 });
    const blob = image?.blob ?? "";
    expect(JSON.stringify(session.events)).not.toContain(png.base64);
    const kept = await readFile(join(daemon.dataFolder, "blobs", blob.slice(0, 2), blob.slice(2)));
    expect(kept.toString("base64")).toBe(png.base64);
    expect(await daemon.client.call("readImage", { params: { id: session.id, blob } })).toEqual(png);
    await daemon.stop();
    await daemon.start();
    const again: OpBody = { type: "send-message", text: "And its colour?" };
    await askSession(daemon.client, session.id, again);
    await expect.poll(() => chatsOf(server).length, { timeout: 20_000 }).toBe(2);
    const [before, after] = chatsOf(server);
    expect(after?.messages.slice(0, before?.messages.length)).toEqual(before?.messages);
  });

  it("shows it a picture that it reads, and says to one that does not see what it is", async () => {
    const args = JSON.stringify({ path: "shot.png" });
    const delta = { tool_calls: [{ index: 0, id: "a", function: { name: "read", arguments: args } }] };
    const call = `data: ${JSON.stringify({ choices: [{ delta, finish_reason: "tool_calls" }] })}\n\ndata: [DONE]\n\n`;
    for (const vision of [true, false]) {
      const server = await startSeeingServer(vision);
      server.otherwise(({ body }) => ({ body: body.includes('"role":"tool"') ? said("A pixel.") : call }));
      const daemon = await startTestDaemon({ connect: server.url });
      await writeFile(join(daemon.workspace, "shot.png"), Buffer.from(pixel, "base64"));
      const session = await openTestSession(daemon);
      const [finished] = bodiesOf(await session.turn("Look at shot.png."), "tool.finished");
      const told = chatsOf(server)
        .at(-1)
        ?.messages.find(({ role }) => role === "tool")?.content;
      expect(finished?.outcome).toBe(vision ? "ok" : "error");
      if (!vision) {
        expect(told).toContain("You cannot see pictures here.");
        continue;
      }
      const url = `data:image/png;base64,${pixel}`;
      expect(told).toContainEqual({ type: "image_url", image_url: { url } });
      expect(JSON.stringify(session.events)).not.toContain(pixel);
      const { blob = "" } = finished?.images?.[0] ?? {};
      expect(await daemon.client.call("readImage", { params: { id: session.id, blob } })).toEqual(png);
    }
  });

  it("tells the server how much to think, and the person which tool was left out", async () => {
    const server = await startSeeingServer();
    const bad = (chat: Chat) => chat.tools?.some((tool) => tool.function.name === "edit") === true;
    server.otherwise(({ body }) =>
      bad(JSON.parse(body) as Chat) ? { body: refusal, status: 400 } : { body: said("Hello.") },
    );
    const daemon = await startTestDaemon({ connect: server.url, config: '[model]\nthinking = "off"\n' });
    const session = await openTestSession(daemon);
    const events = await session.turn("Hello");
    expect(bodiesOf(events, "turn.ended")).toMatchObject([{ reason: "done" }]);
    expect(chatsOf(server).at(-1)?.chat_template_kwargs).toEqual({ enable_thinking: false });
    const { notices } = await daemon.client.call("status");
    expect(notices).toEqual([{ code: "tool_disabled", params: { tool: "edit" } }]);
  });
});
