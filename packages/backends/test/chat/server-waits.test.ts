import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBackend } from "../../src/index.ts";
import { ask } from "../chunks.ts";
import { FakeModelServer, type Performance } from "../fake-model-server.ts";
import { fixture } from "../fixture.ts";

const speech = { body: fixture("openai-text.sse") };
const refusal = (status: number, message: string, headers = {}): Performance => ({
  status,
  headers,
  body: JSON.stringify({ error: { message } }),
});

describe("a server that wants to be waited for", () => {
  let server: FakeModelServer;
  beforeEach(async () => {
    server = await FakeModelServer.start();
  });
  afterEach(() => server.stop());
  const asked = (loadingLimit?: number) =>
    ask(createBackend({ kind: "openai", url: server.url, model: "m" }, { loadingLimit }));
  const progress = (phase: string, said: string) => ({ kind: "progress", progress: { phase, said } });

  it("is asked again while it loads its model", async () => {
    // llama-server's words (its README, "GET /health"), and LM Studio's.
    server.plays(refusal(503, "Loading model"));
    server.plays(refusal(500, "Model is loading"));
    server.plays(speech);
    const chunks = await asked();
    expect(chunks.slice(0, 2)).toEqual([
      progress("loading", "Loading model"),
      progress("loading", "Model is loading"),
    ]);
    expect(chunks.at(-1)).toMatchObject({ kind: "done" });
    expect(server.chats).toHaveLength(3);
  });

  it("is given up when it loads for too long", async () => {
    for (const _ of [1, 2]) server.plays(refusal(503, "Loading model"));
    expect(await asked(1000)).toMatchObject([
      progress("loading", "Loading model"),
      { kind: "failed", failure: { code: "engine_not_ready", params: { detail: "Loading model" } } },
    ]);
  });

  it.each([429, 503])("is asked again when it said it wanted to be (%d, Retry-After)", async (status) => {
    server.plays(refusal(status, "too many requests", { "retry-after": "1" }));
    server.plays(speech);
    const started = performance.now();
    const chunks = await asked();
    expect(performance.now() - started).toBeGreaterThan(950);
    const told = { phase: "queued", said: "too many requests", remainingMs: 1_000 };
    expect(chunks[0]).toEqual({ kind: "progress", progress: told });
    expect(chunks.at(-1)).toMatchObject({ kind: "done" });
  });

  it("has it told each second how much of its time is left, and never more than before", async () => {
    server.plays(refusal(429, "slow down", { "retry-after": "3" }));
    server.plays(speech);
    const left = (await asked()).flatMap((chunk) =>
      chunk.kind === "progress" && chunk.progress.remainingMs !== undefined
        ? [chunk.progress.remainingMs]
        : [],
    );
    expect(left[0]).toBe(3_000);
    expect(left.length).toBeGreaterThanOrEqual(3);
    expect(left).toEqual([...left].sort((one, other) => other - one));
    expect(left[1]).toBeLessThanOrEqual(2_001);
  });

  it("names a date as well", async () => {
    const soon = new Date(Date.now() + 500).toUTCString();
    server.plays(refusal(429, "slow down", { "retry-after": soon }));
    server.plays(speech);
    expect((await asked()).at(-1)).toMatchObject({ kind: "done" });
  });

  it.each([
    ["names no time", {}],
    ["names one that nobody waits for", { "retry-after": "86400" }],
  ])("is not waited for where it %s", async (_what, headers) => {
    server.plays(refusal(429, "too many requests", headers));
    expect(await asked()).toMatchObject([{ kind: "failed", failure: { code: "busy" } }]);
  });

  it("has its own words told, short and without secrets", async () => {
    server.plays(refusal(500, `no kernel for key sk-abcdefgh12345678 ${"x".repeat(5000)}`));
    const [failed] = await asked();
    expect(failed).toMatchObject({ kind: "failed", failure: { code: "unknown" } });
    const detail = failed?.kind === "failed" ? String(failed.failure.params?.detail) : "";
    expect(detail).toContain("no kernel for key");
    expect(detail).not.toContain("abcdefgh");
    expect(detail.length).toBeLessThanOrEqual(300);
  });

  it.each([
    [404, "no_model_server"],
    [405, "no_model_server"],
    [308, "no_model_server"],
    [502, "engine_not_ready"],
  ])("is never said to be absent when it answered (%d)", async (status, code) => {
    server.plays(refusal(status, "nothing here"));
    expect(await asked()).toMatchObject([{ kind: "failed", failure: { code } }]);
  });
});
