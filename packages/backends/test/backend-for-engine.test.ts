import { type Endpoint, KestrelError } from "@kestrel/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { backendForEngine } from "../src/index.ts";
import { ask, collect, somePrompt } from "./chunks.ts";
import { FakeModelServer } from "./fake-model-server.ts";
import { fixture } from "./fixture.ts";

describe("a backend whose engine has to start", () => {
  let server: FakeModelServer;
  let endpoint: Endpoint;
  beforeEach(async () => {
    server = await FakeModelServer.start();
    endpoint = { kind: "openai", url: server.url };
    server.answers("GET /v1/models", { data: [{ id: "m" }] });
  });
  afterEach(() => server.stop());

  it("says that it loads, waits, and replies", async () => {
    let start = (_endpoint: Endpoint) => {};
    const starting = new Promise<Endpoint>((resolve) => {
      start = resolve;
    });
    const backend = backendForEngine(() => starting);
    server.plays({ body: fixture("no-done.sse") });
    const kinds: string[] = [];
    for await (const chunk of backend.reply(
      somePrompt,
      { toolChoice: "auto" },
      new AbortController().signal,
    )) {
      kinds.push(chunk.kind === "progress" ? chunk.progress.phase : chunk.kind);
      if (kinds.length === 1) start(endpoint);
    }
    expect(kinds).toEqual(["loading", "text", "done"]);
  });

  it("does not speak of loading when the engine runs", async () => {
    server.plays({ body: fixture("no-done.sse") });
    const chunks = await ask(backendForEngine(async () => endpoint));
    expect(chunks.map(({ kind }) => kind)).toEqual(["text", "done"]);
  });

  it("keeps what it learned as long as the engine is the same, and learns anew after a restart", async () => {
    let current = endpoint;
    const backend = backendForEngine(async () => current);
    const reply = async () => {
      server.plays({ body: fixture("no-done.sse") });
      await ask(backend);
    };
    await reply();
    await reply();
    expect(server.heard.filter(({ path }) => path === "/v1/models")).toHaveLength(1);
    current = { ...endpoint };
    await reply();
    expect(server.heard.filter(({ path }) => path === "/v1/models")).toHaveLength(2);
  });

  it("asks once for all who want the same facts at the same time, and again for who comes later", async () => {
    const backend = backendForEngine(async () => endpoint);
    const asked = () => server.heard.filter(({ path }) => path === "/v1/models").length;
    const [one, other] = await Promise.all([backend.facts(), backend.facts()]);
    expect(one).toBe(other);
    expect(asked()).toBe(1);
    await backend.facts();
    expect(asked()).toBe(2);
  });

  it("ends in failed with the engine's own code when it does not start", async () => {
    const backend = backendForEngine(async () => {
      throw new KestrelError("engine_start_failed", "it ended with code 1", { exitCode: 1 });
    });
    expect(await ask(backend)).toEqual([
      {
        kind: "failed",
        failure: { code: "engine_start_failed", params: { exitCode: 1 } },
        detail: "it ended with code 1",
      },
    ]);
    await expect(backend.facts()).rejects.toMatchObject({ code: "engine_start_failed" });
  });

  it("names the server and its model in a failure between the two", async () => {
    const { url } = server;
    const backend = backendForEngine(async () => ({ ...endpoint, model: "m" }));
    await server.stop();
    const [failed] = await ask(backend);
    expect(failed).toMatchObject({
      kind: "failed",
      failure: { code: "unreachable", params: { url, model: "m" } },
    });
    // An engine of ours has an address that is nobody's business.
    const own = await ask(backendForEngine(async () => ({ ...endpoint, own: true, label: "mine" })));
    expect(JSON.stringify(own)).not.toContain(url);
  });

  it("stops waiting when it is cancelled, even if the engine does not", async () => {
    const cancel = new AbortController();
    const backend = backendForEngine(() => new Promise(() => {}));
    const reply = collect(backend.reply(somePrompt, { toolChoice: "auto" }, cancel.signal));
    cancel.abort();
    expect((await reply).filter(({ kind }) => kind !== "progress")).toEqual([]);
  });
});
