import { describe, expect, it, onTestFinished } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";
import { interimFlood } from "../../../../test/daemon/interim-flood.ts";
import { createBackend } from "../../src/index.ts";
import { ask, calls } from "../chunks.ts";
import { EndlessServer } from "./endless-server.ts";
import { floods } from "./floods.ts";

/** What one reply may cost on the wire, whatever it says; several times its bounds, since words travel in JSON. */
const mostBytes = 64_000_000;

describe("a server that does not stop", () => {
  it.each(floods)(
    "with $says ($kind) ends in $ends and keeps nobody waiting",
    async ({ kind, flows, ends }) => {
      const type = kind === "ollama" ? "application/x-ndjson" : "text/event-stream";
      const { result, blockedMs, given } = await longestBlock(
        ({ url }) => ask(createBackend({ kind, url, model: "m" }, { thinking: "on", tools: "native" })),
        () => endless(type, flows),
      );
      const last = result.at(-1);
      expect(last?.kind === "failed" ? last.failure.code : last?.kind).toBe(ends);
      if (ends !== "done") expect(calls(result)).toEqual([]);
      if (last?.kind === "failed") expect(last.failure.params).toMatchObject({ retryable: false });
      await given.left;
      expect(given.sent).toBeLessThan(mostBytes);
      expect(blockedMs).toBeLessThan(longestBlockAllowed);
    },
  );

  it.each(["element <", "model ", "cannot unmarshal invalid tool ", "<"])(
    "and fails in 200 kB of %j keeps nobody waiting",
    async (words) => {
      const message = words.repeat(200_000 / words.length);
      const { result, blockedMs } = await longestBlock(
        ({ url }) => ask(createBackend({ kind: "openai", url, model: "m" })),
        () =>
          endless("text/event-stream", function* () {
            yield `data: ${JSON.stringify({ error: { message } })}\n\n`;
          }),
      );
      expect(result.at(-1)).toMatchObject({ kind: "failed", failure: { code: "unknown" } });
      expect(blockedMs).toBeLessThan(longestBlockAllowed);
    },
  );

  it.each(["100 Continue", "103 Early Hints"])(
    "saying %s is left after ten of them",
    { timeout: 60_000 },
    async (status) => {
      const server = await interimFlood(status);
      const { result, blockedMs } = await longestBlock(() =>
        ask(createBackend({ kind: "openai", url: server.url, model: "m" })),
      );
      expect(result.at(-1)).toMatchObject({ kind: "failed" });
      await server.left;
      expect(blockedMs).toBeLessThan(longestBlockAllowed);
    },
  );

  it("is cut off where it answers without a stream", async () => {
    const { result, blockedMs } = await longestBlock(
      ({ url }) => ask(createBackend({ kind: "openai", url, model: "m" })),
      () =>
        endless("application/json", function* () {
          for (;;) yield "x".repeat(1000);
        }),
    );
    expect(result).toMatchObject([{ kind: "failed", failure: { code: "reply_line_too_long" } }]);
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
  });
});

async function endless(...[type, flows]: Parameters<typeof EndlessServer.start>): Promise<EndlessServer> {
  const server = await EndlessServer.start(type, flows);
  onTestFinished(() => server.stop());
  return server;
}
