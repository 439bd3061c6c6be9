import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer } from "node:net";
import { type Endpoint, KestrelError } from "@kestrel/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { backendForEngine } from "../src/index.ts";

/** What was reported while the test ran. */
let reported: { level: string; where: string; error: unknown }[] = [];
const note = (message: unknown) => reported.push(message as (typeof reported)[number]);
const errors = () => reported.filter(({ level, where }) => level === "error" && where === "prefill");

beforeEach(() => {
  reported = [];
  subscribe("kestrel:report", note);
});
afterEach(() => void unsubscribe("kestrel:report", note));

const prompt = { messages: [{ role: "user" as const, content: "hello" }], tools: [] };
const prefilled = (getEndpoint: () => Promise<Endpoint>) =>
  backendForEngine(getEndpoint).prefill?.(prompt, {} as never, new AbortController().signal);

describe("a prefill that can be done without", () => {
  it("is passed over where the engine does not start, or nobody answers", async () => {
    const refuse = () => Promise.reject(new KestrelError("engine_start_failed", "no", { reason: "unknown" }));
    expect(await prefilled(refuse)).toBeUndefined();
    const url = await closedPort();
    expect(await prefilled(async () => ({ kind: "llama-cpp", url }) as Endpoint)).toBeUndefined();
    expect(errors()).toEqual([]);
  });

  it("is reported where Kestrel itself is wrong", async () => {
    const fault = new TypeError("broken on purpose");
    expect(await prefilled(() => Promise.reject(fault))).toBeUndefined();
    expect(errors()).toMatchObject([{ where: "prefill", error: fault }]);
  });
});

/** An address on which nobody listens. */
async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}
