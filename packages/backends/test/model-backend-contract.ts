import type { ModelBackend } from "@kestrel/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBackend } from "../src/index.ts";
import { ask, calls, collect, somePrompt, spoken } from "./chunks.ts";
import { FakeModelServer } from "./fake-model-server.ts";
import type { Wire } from "./wires/wire.ts";

/** The promises of the `ModelBackend` port, kept by every kind of server in its own words. */
export function modelBackendContract(wire: Wire): void {
  describe(`a backend for ${wire.kind}`, () => {
    let server: FakeModelServer;
    let backend: ModelBackend;
    const backendWith = (settings: { silenceLimit?: number }) =>
      createBackend({ kind: wire.kind, url: server.url, apiKey: "the-secret-key", model: "m" }, settings);

    beforeEach(async () => {
      server = await FakeModelServer.start();
      backend = backendWith({});
    });
    afterEach(() => server.stop());

    it.each([1, 2, 3, 7, 64, 100_000])(
      "says the same however its bytes are cut: %i at once",
      async (bytesAtOnce) => {
        server.plays({ ...wire.text, bytesAtOnce });
        const chunks = await ask(backend);
        expect(spoken(chunks, "text")).toBe(wire.text.says);
        expect(chunks.at(-1)).toMatchObject({
          kind: "done",
          finish: "stop",
          usage: wire.text.usage,
        });
      },
    );

    it("gives thinking and words apart, and a call whole", async () => {
      server.plays({ ...wire.thinkThenCall, bytesAtOnce: 5 });
      const chunks = await ask(backend);
      expect(spoken(chunks, "reasoning")).toBe(wire.thinkThenCall.thinks);
      expect(spoken(chunks, "text")).toBe("");
      expect(calls(chunks)).toEqual([
        { name: "shell", arguments: `{"command":${wire.twoCalls.spacing}"node --version"}` },
      ]);
      expect(chunks.at(-1)).toMatchObject({ kind: "done", finish: "tool_calls" });
    });

    it("gives two calls in their order", async () => {
      server.plays(wire.twoCalls);
      expect(calls(await ask(backend))).toEqual([
        { name: "read", arguments: `{"path":${wire.twoCalls.spacing}"a.txt"}` },
        { name: "read", arguments: `{"path":${wire.twoCalls.spacing}"b.txt"}` },
      ]);
    });

    it("passes a call on that the token limit cut, before it says so", async () => {
      server.plays(wire.cutCall);
      const chunks = await ask(backend);
      expect(calls(chunks).at(-1)).toEqual({ name: "read", arguments: wire.cutCall.rest });
      expect(chunks.slice(-2)).toMatchObject([{ kind: "tool-call" }, { kind: "done", finish: "length" }]);
    });

    it("finds thinking that the server left in the text", async () => {
      server.plays({ ...wire.thinkInText, bytesAtOnce: 9 });
      const chunks = await ask(backend);
      expect(spoken(chunks, "reasoning")).toBe("The question is short.\nSo is the answer.\n");
      expect(spoken(chunks, "text")).toBe("The answer is 42.");
    });

    it("ends in failed when the server reports an error in the middle, and keeps what was said", async () => {
      server.plays(wire.errorAfterStart);
      const chunks = await ask(backend);
      expect(spoken(chunks, "text")).toBe("I begin ");
      expect(chunks.at(-1)).toMatchObject({ kind: "failed", failure: { code: "tool_parse" } });
    });

    it.each(["end", "cut"] as const)(
      "takes a reply that stops in the middle for broken off (%s)",
      async (ending) => {
        server.plays({ ...wire.noEnd, ending });
        const chunks = await ask(backend);
        expect(calls(chunks)).toEqual([]);
        expect(chunks.at(-1)).toMatchObject({ kind: "failed", failure: { code: wire.interrupted } });
      },
    );

    it("gives a silent server its time, and no more", async () => {
      server.plays({ ...wire.noEnd, ending: "stay" });
      const chunks = await ask(backendWith({ silenceLimit: 300 }));
      expect(spoken(chunks, "text")).toBe("I begin ");
      expect(chunks.at(-1)).toMatchObject({ kind: "failed", failure: { code: "timeout" } });
      await server.hungUp();
    });

    it("ends within 500 ms when it is cancelled, without a last chunk, and frees the server", async () => {
      server.plays({ ...wire.noEnd, ending: "stay" });
      const cancel = new AbortController();
      const kinds: string[] = [];
      let since = 0;
      for await (const chunk of backend.reply(somePrompt, { toolChoice: "auto" }, cancel.signal)) {
        kinds.push(chunk.kind);
        if (chunk.kind !== "text") continue;
        since = performance.now();
        setTimeout(() => cancel.abort(), 20);
      }
      expect(performance.now() - since).toBeLessThan(500);
      expect(kinds).not.toContain("failed");
      await server.hungUp();
    });

    it("asks nothing when it was cancelled before", async () => {
      const chunks = await collect(backend.reply(somePrompt, { toolChoice: "auto" }, AbortSignal.abort()));
      expect(chunks).toEqual([]);
      expect(server.heard).toEqual([]);
    });

    it("frees the server when its listener leaves", async () => {
      server.plays({ ...wire.noEnd, ending: "stay" });
      for await (const chunk of backend.reply(
        somePrompt,
        { toolChoice: "auto" },
        new AbortController().signal,
      )) {
        if (chunk.kind === "text") break;
      }
      await server.hungUp();
    });

    it("names the server's refusals, asks once, and never shows the key", async () => {
      for (const [performance, code, params] of [
        [wire.wrongKey, "auth", {}],
        [wire.overflow, "context_overflow", wire.overflow.params],
        [wire.loading, "engine_not_ready", {}],
      ] as const) {
        server.plays(performance);
        const chunks = await ask(backend);
        expect(chunks).toMatchObject([{ kind: "failed", failure: { code, params } }]);
        expect(JSON.stringify(chunks)).not.toContain("the-secret-key");
      }
      expect(server.chats).toHaveLength(3);
    });

    it("says so when nobody is there", async () => {
      await server.stop();
      expect(await ask(backend)).toMatchObject([{ kind: "failed", failure: { code: "unreachable" } }]);
      await expect(backend.facts()).rejects.toMatchObject({ name: "KestrelError", code: "unreachable" });
      server = await FakeModelServer.start();
    });

    it("never takes the key to another host", async () => {
      const other = await FakeModelServer.start();
      server.plays({ status: 307, headers: { location: `${other.url}${wire.chatPath}` }, body: "" });
      expect(await ask(backend)).toMatchObject([{ kind: "failed", failure: { code: "unreachable" } }]);
      expect(other.heard).toEqual([]);
      await other.stop();
    });

    it("sends the key, a streamed request and the prompt message for message, on a connection of its own", async () => {
      server.plays(wire.text);
      await ask(backend);
      const [{ headers, body } = { headers: {}, body: "{}" }] = server.chats;
      expect(headers).toMatchObject({ authorization: "Bearer the-secret-key", connection: "close" });
      expect(server.chats[0]?.path).toBe(wire.chatPath);
      expect(JSON.parse(body)).toMatchObject({ model: "m", messages: somePrompt.messages, ...wire.sends });
      expect(body).not.toContain("temperature");
    });
  });
}
