import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { soonest } from "../../../../test/daemon/how-long.ts";
import { findServers } from "../../src/discovery/find-servers.ts";

describe("the model servers on this machine", () => {
  const servers: Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  /** Answers the paths given, 404 otherwise; a number is a status without a body, `undefined` no answer at all. */
  async function answering(paths: Record<string, unknown> | undefined): Promise<number> {
    const server = createServer((request, response) => {
      if (!paths) return;
      const answer = paths[request.url ?? ""];
      if (answer === undefined || typeof answer === "number") response.writeHead(Number(answer ?? 404)).end();
      else response.end(JSON.stringify(answer));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }

  it("are told apart in less than two seconds, with one port that says nothing and one that is closed", async () => {
    const llama = await answering({
      "/props": { default_generation_settings: { n_ctx: 8192 } },
      "/v1/models": { data: [{ id: "tiny.gguf" }] },
    });
    const studio = await answering({
      "/api/v0/models": { data: [{ id: "qwen3-8b", state: "loaded", type: "llm" }] },
      "/v1/models": { data: [{ id: "qwen3-8b" }] },
    });
    const ollama = await answering({
      "/api/version": { version: "0.12.0" },
      "/api/ps": { models: [{ name: "gemma3:4b" }] },
    });
    const locked = await answering({ "/props": 401, "/v1/models": 401 });
    const web = await answering({ "/": { hello: "world" } });
    const silent = await answering(undefined);
    const closed = await answering({});
    const gone = servers.pop();
    await new Promise((resolve) => gone?.close(resolve));

    let found: Awaited<ReturnType<typeof findServers>> = [];
    const took = await soonest(2000, async () => {
      const started = performance.now();
      found = await findServers([llama, studio, ollama, locked, web, silent, closed]);
      return performance.now() - started;
    });
    expect(took).toBeLessThan(2000);
    const at = (port: number) => `http://127.0.0.1:${port}`;
    expect(found).toEqual([
      { url: at(llama), kind: "llama-cpp", model: "tiny.gguf" },
      { url: at(studio), kind: "lm-studio", model: "qwen3-8b" },
      { url: at(ollama), kind: "ollama", model: "gemma3:4b" },
      { url: at(locked), kind: "closed" },
    ]);
  });
});
