import { describe, expect, it } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";
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
      const server = await EndlessServer.start(type, flows);
      try {
        const backend = createBackend(
          { kind, url: server.url, model: "m" },
          { thinking: "on", tools: "native" },
        );
        const { result, blockedMs } = await longestBlock(() => ask(backend));
        const last = result.at(-1);
        expect(last?.kind === "failed" ? last.failure.code : last?.kind).toBe(ends);
        if (ends !== "done") expect(calls(result)).toEqual([]);
        if (last?.kind === "failed") expect(last.failure.params).toMatchObject({ retryable: false });
        await server.left;
        expect(server.sent).toBeLessThan(mostBytes);
        expect(blockedMs).toBeLessThan(longestBlockAllowed);
      } finally {
        await server.stop();
      }
    },
    60_000,
  );

  it("is cut off where it answers without a stream", async () => {
    const server = await EndlessServer.start("application/json", function* () {
      for (;;) yield "x".repeat(1000);
    });
    const { result, blockedMs } = await longestBlock(() =>
      ask(createBackend({ kind: "openai", url: server.url, model: "m" })),
    );
    expect(result).toMatchObject([{ kind: "failed", failure: { code: "reply_line_too_long" } }]);
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
    await server.stop();
  });
});
