import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { askSession } from "@kestrel/server/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { rawRequest } from "../../packages/server/test/kit/raw-request.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { kestrel, kestrelHome } from "../terminal/kestrel-home.ts";

type Asked = { words: string; body: Record<string, unknown>; response: ServerResponse; gone: Promise<void> };

/** A model's server that answers when the test says so; a request that says hello is answered at once. */
async function slowServer() {
  const asked: Asked[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const json = (body: unknown) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (request.url?.startsWith("/v1/models")) return json({ object: "list", data: [{ id: "slow" }] });
    if (request.url !== "/v1/chat/completions") return json({});
    const body = JSON.parse(await text(request)) as Record<string, unknown>;
    const gone = new Promise<void>((resolve) => response.once("close", resolve));
    const words = JSON.stringify(body.messages);
    if (body.stream === true) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "A " } }] })}\n\n`);
    }
    asked.push({ words, body, response, gone });
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The request with these words, when it is there. */
    async heard(words: string): Promise<Asked> {
      for (;;) {
        const at = asked.findIndex((one) => one.words.includes(words));
        const [found] = at < 0 ? [] : asked.splice(at, 1);
        if (found) return found;
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    heardOf: (words: string) => asked.some((one) => one.words.includes(words)),
  };
}

/** Ends an answer with the words "A bird.", and with what it cost. */
function ends({ body, response }: Asked): void {
  const usage = { prompt_tokens: 100, completion_tokens: 7 };
  if (body.stream !== true) {
    response.writeHead(200, { "content-type": "application/json" });
    const message = { role: "assistant", content: "A bird." };
    return void response.end(JSON.stringify({ choices: [{ message, finish_reason: "stop" }], usage }));
  }
  const last = { choices: [{ index: 0, delta: { content: "bird." }, finish_reason: "stop" }], usage };
  response.end(`data: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`);
}

async function keyOf(daemon: TestDaemon): Promise<string> {
  return (await daemon.client.call("addToken", { body: { name: "notes", scopes: ["model"] } })).secret;
}

const asks = (
  { url }: TestDaemon,
  key: string,
  words: string,
  more: Record<string, unknown> = {},
  signal?: AbortSignal,
) =>
  fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "any", messages: [{ role: "user", content: words }], ...more }),
    signal: signal ?? null,
  });

const usedBy = async (daemon: TestDaemon) =>
  (await daemon.client.call("listTokens")).tokens.find(({ name }) => name === "notes")?.used;

describe("the model for other programs of this machine", () => {
  it("answers with a key of the scope `model` alone, passes a stream through, and counts", async () => {
    const server = await slowServer();
    const daemon = await startTestDaemon({ connect: server.url });
    expect((await asks(daemon, "", "hello")).status).toBe(401);
    const { secret: reader } = await daemon.client.call("addToken", {
      body: { name: "reader", scopes: ["read"] },
    });
    expect((await asks(daemon, reader, "hello")).status).toBe(403);
    const key = await keyOf(daemon);
    const list = await fetch(`${daemon.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
    expect(await list.json()).toMatchObject({ object: "list", data: [{ object: "model" }] });

    const whole = asks(daemon, key, "whole", { temperature: 0, user: "me", model: "another:120b-cloud" });
    const heard = await server.heard("whole");
    // The model that is lent, whichever was named.
    expect(heard.body).toMatchObject({ temperature: 0, model: "slow" });
    expect(heard.body).not.toHaveProperty("user");
    ends(heard);
    expect(await (await whole).json()).toMatchObject({ choices: [{ message: { content: "A bird." } }] });

    const streamed = await asks(daemon, key, "streamed", { stream: true });
    expect(streamed.headers.get("content-type")).toContain("text/event-stream");
    const reading = streamed.body?.getReader();
    // The first words are there before the last.
    expect(new TextDecoder().decode((await reading?.read())?.value)).toContain('"A "');
    ends(await server.heard("streamed"));
    let rest = "";
    for (;;) {
      const { done, value } = (await reading?.read()) ?? { done: true };
      if (done) break;
      rest += new TextDecoder().decode(value);
    }
    expect(rest).toMatch(/bird\..*\[DONE\]/s);
    expect(await usedBy(daemon)).toEqual({ requests: 2, prompt: 200, generated: 14 });
  });

  it("waits for a turn, begins again after one that came before its first word, and ends a stream for one", async () => {
    const server = await slowServer();
    const daemon = await startTestDaemon({ connect: server.url });
    const key = await keyOf(daemon);
    const { id } = await openTestSession(daemon);
    const say = (words: string) => askSession(daemon.client, id, { type: "send-message", text: words });

    const streamed = await asks(daemon, key, "lent stream", { stream: true });
    await server.heard("lent stream");
    const whole = asks(daemon, key, "lent whole");
    await say("first turn");
    const first = await server.heard("first turn");
    // What was lent is let go, and what waits does not begin.
    expect(await streamed.text()).toMatch(/"error":\{"message":"A turn in Kestrel took the model/);
    expect(server.heardOf("lent whole")).toBe(false);
    ends(first);
    const begun = await server.heard("lent whole");
    await say("second turn");
    const second = await server.heard("second turn");
    await begun.gone;
    ends(second);
    ends(await server.heard("lent whole"));
    expect((await whole).status).toBe(200);
  });

  it("frees the model when the program leaves", async () => {
    const server = await slowServer();
    const daemon = await startTestDaemon({ connect: server.url });
    const key = await keyOf(daemon);
    const leaving = new AbortController();
    const left = await asks(daemon, key, "left", { stream: true }, leaving.signal);
    const heard = await server.heard("left");
    leaving.abort();
    await expect(left.text()).rejects.toThrow();
    await heard.gone;
    const next = asks(daemon, key, "next");
    ends(await server.heard("next"));
    expect((await next).status).toBe(200);
  });

  it("refuses what is too long, what it does not know, and a picture that is an address", async () => {
    const server = await slowServer();
    const daemon = await startTestDaemon({ connect: server.url });
    const key = await keyOf(daemon);
    const { host, port } = new URL(daemon.url);
    const head = [
      ...["POST /v1/chat/completions HTTP/1.1", `Host: ${host}`, `Authorization: Bearer ${key}`],
      ...["Content-Type: application/json", `Content-Length: ${9 * 1_048_576}`, "", ""],
    ];
    // It is refused by what it announces: nothing of it is read.
    expect((await rawRequest(Number(port), head.join("\r\n"))).status).toBe(413);
    expect((await asks(daemon, key, "hello", { id_slot: 0 })).status).toBe(400);
    const picture = { type: "image_url", image_url: { url: "http://example.org/bird.png" } };
    const shown = await asks(daemon, key, "", { messages: [{ role: "user", content: [picture] }] });
    expect([shown.status, JSON.stringify(await shown.json())]).toEqual([
      400,
      expect.stringContaining("only data: URLs"),
    ]);
    const film = { type: "video_url", video_url: { url: "http://example.org/bird.mp4" } };
    expect((await asks(daemon, key, "", { messages: [{ role: "user", content: [film] }] })).status).toBe(400);
  });

  it("is made in a terminal, and its use is shown there", async () => {
    const server = await slowServer();
    const home = await kestrelHome({ config: `[model]\nurl = "${server.url}"\n` });
    const made = await kestrel(home, ["tokens", "add", "notes", "--scope", "model"], { input: "" });
    expect(made.code).toBe(0);
    expect((await kestrel(home, ["tokens"], { input: "" })).out).toMatch(/notes +model/);
  });

  it.skipIf(testEngine === undefined)(
    "works with an engine of Kestrel's, and counts as it counts",
    async () => {
      const daemon = await startTestDaemon({ scripts: standardScripts });
      const key = await keyOf(daemon);
      const answer = await asks(daemon, key, "[[plain]]", { stream: true, max_tokens: 50 });
      expect(await answer.text()).toMatch(/"content":.*\[DONE\]/s);
      const used = await usedBy(daemon);
      expect(used?.requests).toBe(1);
      expect(used?.prompt).toBeGreaterThan(3);
      expect(used?.generated).toBeGreaterThan(1);
    },
  );
});
