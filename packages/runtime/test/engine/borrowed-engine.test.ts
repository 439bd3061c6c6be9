import type { Engine } from "@kestrel/core";
import { createEngine } from "@kestrel/runtime";
import { afterEach, describe, expect, it } from "vitest";
import { createDelegatedEngine, delegateAddresses } from "../../src/engine/borrowed-engine.ts";
import type { ModelIdentity } from "../../src/probe/model-identity.ts";
import { storedProfile } from "../../src/probe/stored-profile.ts";
import { FakeServers, Later, type Routes } from "../servers/fake-server.ts";

const patient = () => new AbortController().signal;
const llamaCpp = {
  "/props": { default_generation_settings: {} },
  "/v1/models": { data: [{ id: "m.gguf" }] },
};
const studio = {
  "/api/v0/models": {
    data: [
      { id: "embed", type: "embeddings", state: "loaded" },
      { id: "idle", type: "llm", state: "not-loaded" },
      { id: "qwen", type: "llm", state: "loaded" },
    ],
  },
  "/v1/models": { data: [{ id: "embed" }] },
};
const ollama = {
  "/api/version": { version: "0.9.0" },
  "/api/ps": { models: [{ name: "gemma3:4b" }] },
  "/api/tags": { models: [{ name: "gemma3:4b" }] },
  "/v1/models": { data: [{ id: "gemma3:4b" }] },
};

describe("an engine that is somebody else's", () => {
  const servers = new FakeServers();
  afterEach(() => servers.close());
  const serve = (routes: Routes, key?: string) => servers.serve(routes, key);
  const connect = (url: string, apiKey?: string) =>
    createEngine({ source: "connect", url, apiKey }, { supervisorPath: "not needed" });
  const failure = (engine: Engine) => engine.ready(patient()).catch((error) => error);

  it.each([
    ["llama-cpp", "m.gguf", llamaCpp],
    ["lm-studio", "qwen", studio],
    ["ollama", "gemma3:4b", ollama],
    ["openai", "any", { "/v1/models": { data: [{ id: "any" }] } }],
  ])("at a URL is known as %s", async (kind, model, routes) => {
    const url = await serve(routes);
    expect(await connect(`${url}/v1/`).ready(patient())).toMatchObject({ kind, model, url: `${url}/v1/` });
  });

  it("is asked once who it is, by whoever looks for it and whoever then reads its profile", async () => {
    const url = await serve(llamaCpp);
    const before = servers.asked.length;
    const endpoint = await connect(url).ready(patient());
    const read: ModelIdentity[] = [];
    await storedProfile(endpoint, { read: async (identity) => void read.push(identity) }, url);
    expect(read).toMatchObject([{ server: "llama-cpp", model: "m.gguf" }]);
    // Nor is a llama-server asked for what others have.
    expect(servers.asked.slice(before).sort()).toEqual(["GET /props", "GET /v1/models"]);
  });

  it("asks with the key, and says when it is the wrong one", async () => {
    const url = await serve(llamaCpp, "right");
    expect(await connect(url, "right").ready(patient())).toMatchObject({
      kind: "llama-cpp",
      apiKey: "right",
    });
    const wrong = connect(url, "wrong");
    expect(await failure(wrong)).toMatchObject({ code: "auth", params: { url } });
    expect(JSON.stringify(wrong.status())).not.toContain("wrong");
  });

  it("is not found where nobody listens, and found there later", async () => {
    const url = await serve(llamaCpp);
    const port = Number(new URL(url).port);
    await servers.close();
    const engine = connect(url);
    expect(await failure(engine)).toMatchObject({ code: "unreachable", params: { url } });
    expect(engine.status().state).toBe("failed");
    await servers.serve(llamaCpp, undefined, port);
    expect((await engine.ready(patient())).kind).toBe("llama-cpp");
    await engine.stop();
    expect(engine.status().state).toBe("stopped");
  });

  it("is shown as down when it went away, by its name and address, and as ready when it is back", async () => {
    const url = await serve(llamaCpp);
    const port = Number(new URL(url).port);
    const engine = connect(url);
    await engine.ready(patient());
    const asked = servers.asked.length;
    await engine.check?.();
    expect(engine.status()).toMatchObject({ state: "ready", label: "m.gguf" });
    // Looking is no request: it stands in no server's log.
    expect(servers.asked).toHaveLength(asked);
    await servers.close();
    await engine.check?.();
    const down = { code: "unreachable", params: { url, model: "m.gguf" } };
    expect(engine.status()).toMatchObject({ state: "failed", label: "m.gguf", failure: down });
    await servers.serve(llamaCpp, undefined, port);
    await engine.check?.();
    expect(engine.status()).toMatchObject({ state: "ready", label: "m.gguf" });
    await engine.stop();
    await engine.check?.();
    expect(engine.status().state).toBe("stopped");
  });

  it("on this machine is whichever runs", async () => {
    const nowhere = "http://127.0.0.1:9";
    const addresses = {
      "lm-studio": nowhere,
      ollama: await serve(ollama),
      "llama-cpp": await serve(llamaCpp),
    };
    const engine = createDelegatedEngine({ source: "delegate" }, addresses);
    expect(await engine.ready(patient())).toMatchObject({ kind: "ollama", model: "gemma3:4b" });
    const named = createDelegatedEngine({ source: "delegate", host: "lm-studio" }, addresses);
    expect(await failure(named)).toMatchObject({ code: "unreachable", params: { url: nowhere } });
    expect(Object.values(delegateAddresses).map((url) => new URL(url).hostname)).toEqual(
      Array(3).fill("127.0.0.1"),
    );
  });

  it("is reached where the user says, with the key, the window and the label the user gives", async () => {
    const wishes = { apiKey: "right", window: 32_768, label: "mine" };
    const url = await serve(ollama, "right");
    const hosted = createEngine(
      { source: "delegate", host: "ollama", url: `${url}/v1`, ...wishes },
      { supervisorPath: "not needed" },
    );
    expect(await hosted.ready(patient())).toEqual({ kind: "ollama", url, model: "gemma3:4b", ...wishes });
    const connected = createEngine({ source: "connect", url, ...wishes }, { supervisorPath: "not needed" });
    expect(await connected.ready(patient())).toMatchObject({ kind: "ollama", ...wishes });
    const locked = createEngine(
      { source: "delegate", host: "ollama", url },
      { supervisorPath: "not needed" },
    );
    expect(await failure(locked)).toMatchObject({ code: "auth", params: { url } });
  });

  it("says when a host runs but has no model", async () => {
    const url = await serve({ ...ollama, "/api/ps": { models: [] }, "/api/tags": { models: [] } });
    const engine = createDelegatedEngine(
      { source: "delegate", host: "ollama" },
      { ...delegateAddresses, ollama: url },
    );
    expect(await failure(engine)).toMatchObject({ code: "no_model", params: { host: "ollama" } });
  });

  it("is waited for while it loads its model, and shown to be starting", async () => {
    // llama-server answers every route so until it is ready (its README, "GET /health").
    const loading = {
      status: 503,
      body: { error: { message: "Loading model", type: "unavailable_error", code: 503 } },
    };
    const routes: Record<string, unknown> = { "/props": loading, "/v1/models": loading };
    const engine = connect(await serve(routes));
    const ready = engine.ready(patient());
    await expect.poll(() => servers.asked.filter((line) => line === "GET /props").length).toBeGreaterThan(1);
    expect(engine.status().state).toBe("starting");
    Object.assign(routes, llamaCpp);
    expect(await ready).toMatchObject({ kind: "llama-cpp", model: "m.gguf" });
  });

  it("is let go of while it is waited for", async () => {
    const engine = connect(await serve({ "/props": { status: 503, body: { error: "Loading model" } } }));
    const refused = failure(engine);
    await expect.poll(() => servers.asked.length).toBeGreaterThan(0);
    await engine.stop();
    expect(await refused).toMatchObject({ code: "engine_not_ready" });
    expect(engine.status().state).toBe("stopped");
  });

  it("is not taken for absent because its list is slow, nor for unknown where the user named its kind", async () => {
    const list = { data: [{ id: "slow", owned_by: "vllm" }] };
    const url = await serve({ "/v1/models": new Later(2500, list) });
    expect(await connect(url).ready(patient())).toMatchObject({ kind: "openai", model: "slow" });
    const hidden = await serve({ "/hello": "a gateway that hides what is behind it" });
    const named = { source: "delegate", host: "lm-studio", url: hidden, model: "qwen" } as const;
    const believed = createEngine(named, { supervisorPath: "not needed" });
    expect(await believed.ready(patient())).toMatchObject({ kind: "lm-studio", model: "qwen" });
    expect(await failure(connect(hidden))).toMatchObject({
      code: "no_model_server",
      params: { url: hidden },
    });
  });

  it.each([
    ["http://127.0.0.1:9", undefined],
    ["http://localhost:9/v1", undefined],
    ["http://[::1]:9", undefined],
    ["http://192.168.1.7:9/v1", "http://192.168.1.7:9/v1"],
    ["https://localhost.example.org", "https://localhost.example.org"],
    ["https://127.0.0.1.example.org/v1", "https://127.0.0.1.example.org/v1"],
  ])("at %s is said to be on another machine or not", (url, elsewhere) => {
    expect(connect(url).status()).toMatchObject({ address: url });
    expect(connect(url).status().elsewhere).toBe(elsewhere);
  });
});
