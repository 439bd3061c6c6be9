import type { ModelBackend } from "@kestrel/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBackend } from "../src/index.ts";
import { ask, calls, somePrompt, spoken } from "./chunks.ts";
import { FakeModelServer } from "./fake-model-server.ts";
import { fixture } from "./fixture.ts";

describe("replies that are out of the ordinary", () => {
  let server: FakeModelServer;
  let openai: ModelBackend;
  let llamaCpp: ModelBackend;

  beforeEach(async () => {
    server = await FakeModelServer.start();
    openai = createBackend({ kind: "openai", url: `${server.url}/v1/`, model: "m" });
    llamaCpp = createBackend({ kind: "llama-cpp", own: true, url: server.url });
  });
  afterEach(() => server.stop());

  it("names an empty list of calls as the server did, without usage where it counts nothing", async () => {
    server.plays({ body: fixture("empty-tool-calls.sse") });
    expect(await ask(openai)).toEqual([{ kind: "done", finish: "tool_calls" }]);
  });

  it("takes whole calls with parsed arguments, and says tool_calls where the server said stop", async () => {
    server.plays({ body: fixture("call-as-object.sse") });
    const chunks = await ask(openai);
    expect(calls(chunks)).toEqual([
      { name: "read", arguments: '{"path":"a.txt"}' },
      { name: "read", arguments: '{"path":"b.txt"}' },
    ]);
    expect(chunks.at(-1)).toMatchObject({ kind: "done", finish: "tool_calls" });
  });

  it.each(["no-done.sse", "no-finish.sse"])("is done with either of the two ends: %s", async (name) => {
    server.plays({ body: fixture(name) });
    expect(await ask(openai)).toEqual([
      { kind: "text", delta: "All of it." },
      { kind: "done", finish: "stop" },
    ]);
  });

  it("keeps a finished reply when the connection breaks before the counters", async () => {
    server.plays({ body: fixture("no-done.sse"), ending: "cut" });
    expect(await ask(openai)).toMatchObject([{ kind: "text" }, { kind: "done", finish: "stop" }]);
  });

  it("does not wait for ever for a server that never hangs up after a finished reply", async () => {
    server.plays({ body: fixture("no-done.sse"), ending: "stay" });
    expect(await ask(openai)).toMatchObject([{ kind: "text" }, { kind: "done", finish: "stop" }]);
    await server.hungUp();
  });

  it.each([
    ["error-as-event.sse", "engine_died"],
    ["error-as-json-line.sse", "unknown"],
  ])("hears an error however it is told: %s", async (name, code) => {
    server.plays({ body: fixture(name) });
    expect((await ask(openai)).at(-1)).toMatchObject({ kind: "failed", failure: { code } });
  });

  it("knows a stream of which nothing can be read for a failing server, and says its words", async () => {
    server.plays({ body: "data: <html>Bad gateway</html>\n\ndata: [DONE]\n\n" });
    const [failed, ...more] = await ask(openai);
    expect(more).toEqual([]);
    expect(failed).toMatchObject({
      kind: "failed",
      failure: { code: "unknown", params: { detail: "<html>Bad gateway</html>" } },
    });
  });

  it("tells a llama-server of somebody else's that goes away as a connection that broke", async () => {
    server.plays({ body: 'data: {"choices":[{"delta":{"content":"I beg"}}]}\n\n', ending: "cut" });
    const theirs = createBackend({ kind: "llama-cpp", url: server.url });
    expect((await ask(theirs)).at(-1)).toMatchObject({ failure: { code: "connection_lost" } });
  });

  it("takes a whole answer from a server that does not stream", async () => {
    const message = { role: "assistant", content: "Hi.", reasoning: "short", tool_calls: [] };
    const body = {
      choices: [{ index: 0, message, finish_reason: "stop" }],
      usage: { prompt_tokens: 5, completion_tokens: 2 },
    };
    server.plays({ body: JSON.stringify(body), headers: { "content-type": "application/json" } });
    expect(await ask(openai)).toEqual([
      { kind: "reasoning", delta: "short" },
      { kind: "text", delta: "Hi." },
      { kind: "done", finish: "stop", usage: { prompt: 5, generated: 2 } },
    ]);
  });

  it("fails by name when what arrives is no chat stream at all", async () => {
    server.plays({ body: "data: <html>hello</html>\n\n" });
    expect(await ask(openai)).toMatchObject([
      { kind: "failed", failure: { code: "unknown" }, detail: "<html>hello</html>" },
    ]);
  });

  it("skips a line it cannot read and goes on", async () => {
    server.plays({ body: `data: {"broken\n\n${fixture("no-done.sse")}` });
    expect(spoken(await ask(openai), "text")).toBe("All of it.");
  });

  it("reads content that comes in parts", async () => {
    const delta = {
      content: [
        { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
        { type: "text", text: "Yes." },
      ],
    };
    server.plays({ body: `data: ${JSON.stringify({ choices: [{ delta, finish_reason: "stop" }] })}\n\n` });
    expect(await ask(openai)).toMatchObject([
      { kind: "reasoning", delta: "hm" },
      { kind: "text", delta: "Yes." },
      { kind: "done" },
    ]);
  });

  it("does not say thinking twice where a server sends it under two names", async () => {
    const delta = { reasoning: "hm", reasoning_content: "hm", content: "Yes." };
    server.plays({ body: `data: ${JSON.stringify({ choices: [{ delta, finish_reason: "stop" }] })}\n\n` });
    expect(spoken(await ask(openai), "reasoning")).toBe("hm");
  });

  it("reports the prefill in the server's own numbers", async () => {
    server.plays({ body: fixture("llama-text.sse") });
    const progress = (await ask(llamaCpp)).flatMap((chunk) =>
      chunk.kind === "progress" ? [chunk.progress] : [],
    );
    expect(progress.map(({ phase, processed, total }) => ({ phase, processed, total }))).toEqual(
      [0, 512, 1024, 1048].map((processed) => ({ phase: "prompt", processed, total: 1048 })),
    );
  });

  it("says that it queues while llama-server says nothing at all, and can be left there", async () => {
    server.keepsSilent();
    for await (const chunk of llamaCpp.reply(
      somePrompt,
      { toolChoice: "auto" },
      new AbortController().signal,
    )) {
      expect(chunk).toEqual({ kind: "progress", progress: { phase: "queued" } });
      break;
    }
    await server.hungUp();
  });

  it("ends llama-server's thinking by the name of the reply, while it is the only one", async () => {
    server.answers("POST /v1/chat/completions/control", { success: true });
    server.plays({ body: fixture("llama-think-call.sse") });
    let ended: boolean | undefined;
    for await (const chunk of llamaCpp.reply(
      somePrompt,
      { toolChoice: "auto", reasoningTokens: 100 },
      new AbortController().signal,
    )) {
      if (chunk.kind === "reasoning") ended ??= await llamaCpp.endReasoning?.();
    }
    expect(ended).toBe(true);
    expect(JSON.parse(server.chats[0]?.body ?? "")).toMatchObject({
      reasoning_control: true,
      reasoning_budget_tokens: 100,
    });
    const control = server.heard.find(({ path }) => path.endsWith("/control"));
    expect(JSON.parse(control?.body ?? "")).toEqual({
      id: expect.stringMatching(/^chatcmpl-/),
      action: "reasoning_end",
    });
    expect(await llamaCpp.endReasoning?.()).toBe(false);
  });

  it("takes a server's pings for a sign of life, however long they are all there is", async () => {
    const patient = createBackend({ kind: "openai", url: server.url, model: "m" }, { silenceLimit: 400 });
    const ping = `:${" ".repeat(97)}\n\n`;
    server.plays({ body: ping.repeat(12) + fixture("no-done.sse"), bytesAtOnce: ping.length, pause: 60 });
    expect(spoken(await ask(patient), "text")).toBe("All of it.");
  });

  it("asks llama-server for prefill progress and a sign of life every second", async () => {
    server.plays({ body: fixture("llama-text.sse") });
    const chunks = await ask(llamaCpp);
    expect(JSON.parse(server.chats[0]?.body ?? "")).toMatchObject({
      return_progress: true,
      sse_ping_interval: 1,
    });
    expect(chunks.at(-1)).toMatchObject({
      usage: { prompt: 1048, cached: 0, generated: 7, promptMs: expect.any(Number) },
    });
  });
});
