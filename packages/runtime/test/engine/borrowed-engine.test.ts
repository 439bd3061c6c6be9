import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Engine } from "@kestrel/core";
import { createEngine } from "@kestrel/runtime";
import { afterEach, describe, expect, it } from "vitest";
import { createDelegatedEngine, delegateAddresses } from "../../src/engine/borrowed-engine.ts";

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
  "/api/ps": { models: [] },
  "/api/tags": { models: [{ name: "gemma3:4b" }] },
  "/v1/models": { data: [{ id: "gemma3:4b" }] },
};

describe("an engine that is somebody else's", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** A server that knows these routes, for those who have the key. */
  async function serve(routes: Record<string, unknown>, key?: string): Promise<string> {
    const server = createServer((request, response) => {
      const known = routes[request.url ?? ""];
      const allowed = key === undefined || request.headers.authorization === `Bearer ${key}`;
      response.writeHead(allowed ? (known ? 200 : 404) : 401).end(JSON.stringify(known ?? {}));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
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
    servers[0]?.close();
    const engine = connect(url);
    expect(await failure(engine)).toMatchObject({ code: "unreachable", params: { url } });
    expect(engine.status().state).toBe("failed");
    const later = createServer((request, response) =>
      response.end(JSON.stringify((llamaCpp as Record<string, unknown>)[request.url ?? ""] ?? {})),
    );
    servers.push(later);
    await new Promise<void>((resolve) => later.listen(port, "127.0.0.1", resolve));
    expect((await engine.ready(patient())).kind).toBe("llama-cpp");
    await engine.stop();
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
    const wishes = { apiKey: "right", window: 32_768, demo: true, label: "mine" };
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
    const url = await serve({ ...ollama, "/api/tags": { models: [] } });
    const engine = createDelegatedEngine(
      { source: "delegate", host: "ollama" },
      { ...delegateAddresses, ollama: url },
    );
    expect(await failure(engine)).toMatchObject({ code: "no_model", params: { host: "ollama" } });
  });
});
