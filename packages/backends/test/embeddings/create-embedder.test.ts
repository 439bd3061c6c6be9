import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";
import { soonest } from "../../../../test/daemon/how-long.ts";
import { createEmbedder } from "../../src/index.ts";
import { FakeModelServer } from "../fake-model-server.ts";

const never = new AbortController().signal;
const route = "POST /v1/embeddings";

describe("an embedder", () => {
  let server: FakeModelServer;
  beforeEach(async () => {
    server = await FakeModelServer.start();
  });
  afterEach(() => server.stop());
  const embedder = () =>
    createEmbedder({ kind: "llama-cpp", url: server.url, apiKey: "the-secret-key", model: "nomic" });

  it("gives a vector of length 1 for each text, in their order", async () => {
    server.answers(route, {
      data: [
        { index: 1, embedding: [0, 2] },
        { index: 0, embedding: [3, 4] },
      ],
    });
    expect(await embedder().embed(["a\ud83d", "b"], never)).toEqual([
      [0.6, 0.8],
      [0, 1],
    ]);
    const [{ headers, body } = { headers: {}, body: "" }] = server.heard;
    expect(headers).toMatchObject({ authorization: "Bearer the-secret-key" });
    expect(JSON.parse(body)).toEqual({ model: "nomic", input: ["a\ufffd", "b"], encoding_format: "float" });
  });

  it("asks nothing for no texts, and in portions for many", async () => {
    expect(await embedder().embed([], never)).toEqual([]);
    expect(server.heard).toEqual([]);
    server.answers(route, { data: Array.from({ length: 32 }, () => ({ embedding: [1, 0] })) });
    const texts = Array.from({ length: 64 }, (_, at) => `${at}`);
    expect(await embedder().embed(texts, never)).toHaveLength(64);
    const asked = server.heard.flatMap(({ body }) => JSON.parse(body).input);
    expect(asked).toEqual(texts);
  });

  it.each([
    ["fewer than asked for", { data: [] }],
    ["nothing but zeros", { data: [{ embedding: [0, 0] }] }],
    ["more words than numbers", { data: [{ embedding: Array(100_000).fill("x") }] }],
    ["nulls", { data: [{ embedding: [null, null] }] }],
    ["no vectors at all", "hello"],
  ])("takes no vectors for an answer that is %s", async (_what, answer) => {
    server.answers(route, answer);
    await expect(embedder().embed(["a"], never)).rejects.toMatchObject({
      name: "KestrelError",
      code: "unknown",
    });
  });

  const many = (count: number, one: unknown) => Array.from({ length: count }, () => one);
  const numbers = (count: number) => many(count, -0.012345678901234567);

  it.each([
    [
      "vectors of more directions than any model has",
      200,
      { data: many(32, { embedding: numbers(10_000) }) },
    ],
    ["a list of millions of numbers", 200, { data: numbers(700_000) }],
    ["a refusal of megabytes", 500, { error: { message: "element <model invalid ".repeat(200_000) } }],
    ["empty objects without end", 200, { data: many(1_000_000, {}) }],
  ])("keeps nobody waiting where the answer is %s", async (_what, status, answer) => {
    server.answers(route, answer, status);
    const texts = Array.from({ length: 32 }, (_, at) => `${at}`);
    const { blockedMs, result } = await longestBlock(() =>
      embedder()
        .embed(texts, never)
        .catch((error: { code: string }) => error.code),
    );
    expect(result).toBe("unknown");
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
  });

  it.each([
    ["sends it on to another address", 307, { location: "http://169.254.169.254/latest/" }, ""],
    [
      "packs what nobody asked it to pack",
      200,
      { "content-encoding": "gzip" },
      gzipSync(Buffer.alloc(50_000_000, " ")),
    ],
  ])("does not follow a server that %s", async (_what, status, headers, body) => {
    const hostile = createServer((_request, response) => {
      response.writeHead(status, headers);
      response.end(body);
    });
    await new Promise<void>((resolve) => hostile.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void hostile.close());
    const url = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
    const failure = createEmbedder({ kind: "openai", url }).embed(["a"], never);
    await expect(failure).rejects.toMatchObject({ name: "KestrelError" });
  });

  it.each([
    [
      "a chat server",
      501,
      "This server does not support embeddings. Start it with `--embeddings`",
      { code: "unknown", params: { hint: "start_with_embeddings", retryable: false } },
    ],
    [
      "a text that is too long",
      500,
      "input (702 tokens) is too large to process. increase the physical batch size (current batch size: 512)",
      { code: "context_overflow", params: { hint: "smaller_texts" } },
    ],
    ["a wrong key", 401, "Invalid API Key: the-secret-key", { code: "auth" }],
  ])("names %s", async (_what, status, message, error) => {
    server.answers(route, { error: { message } }, status);
    const failure = embedder().embed(["a"], never);
    await expect(failure).rejects.toMatchObject(error);
    await failure.catch((cause: Error) => expect(cause.message).not.toContain("the-secret-key"));
  });

  it("lets go at once when it is cancelled", async () => {
    server.ignores(route);
    const took = await soonest(500, async () => {
      const before = server.heard.length;
      const cancel = new AbortController();
      const failure = expect(embedder().embed(["a"], cancel.signal)).rejects.toMatchObject({
        name: "KestrelError",
      });
      await expect.poll(() => server.heard.length).toBe(before + 1);
      const since = performance.now();
      cancel.abort();
      await failure;
      return performance.now() - since;
    });
    expect(took).toBeLessThan(500);
  });

  it("says so when nobody is there", async () => {
    const alone = embedder();
    await server.stop();
    await expect(alone.embed(["a"], never)).rejects.toMatchObject({ code: "unreachable" });
    server = await FakeModelServer.start();
  });
});
