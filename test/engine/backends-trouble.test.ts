import { createBackend } from "@kestrel/backends";
import type { ReplyChunk } from "@kestrel/core";
import type { PromptMessage } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { testEngine } from "../machine.ts";
import { ask, promptOf, tools, user } from "./backends-ask.ts";
import { servedModels } from "./served-models.ts";

describe.skipIf(testEngine === undefined)(
  "backends when a real llama-server is busy, refuses or dies",
  () => {
    const { serve, endpoint } = servedModels();

    it("takes half characters in words and in old calls, which the server itself refuses", async () => {
      const calls = [{ id: "c1", name: "read", arguments: '{"path": "\\ud83d"}' }];
      const { last } = await ask(
        createBackend(endpoint()),
        promptOf(
          user("half \ud83d [[parallel]]"),
          { role: "assistant", content: "", calls },
          { role: "tool", callId: "c1", content: "[[plain]]" },
        ),
      );
      expect(last).toMatchObject({ kind: "done" });
    });

    it("frees the slot when it is cancelled", async () => {
      const backend = createBackend(endpoint());
      const cancel = new AbortController();
      let cancelledAt = 0;
      for await (const chunk of backend.reply(
        promptOf(user("[[loop]]")),
        { toolChoice: "auto" },
        cancel.signal,
      )) {
        if (chunk.kind !== "text" || cancelledAt > 0) continue;
        cancelledAt = performance.now();
        cancel.abort();
      }
      expect(performance.now() - cancelledAt).toBeLessThan(500);
      const { last, chunks } = await ask(backend, promptOf(user("[[plain]]")));
      expect(last).toMatchObject({ kind: "done", finish: "stop" });
      expect(chunks).not.toContainEqual({ kind: "progress", progress: { phase: "queued" } });
    });

    it("says that it waits in the queue while another reply runs", async () => {
      const backend = createBackend(endpoint());
      const cancel = new AbortController();
      const kinds: string[] = [];
      const endless = backend.reply(promptOf(user("[[loop]]")), { toolChoice: "auto" }, cancel.signal);
      const speaking = (async () => {
        for await (const { kind } of endless) kinds.push(kind);
      })();
      await expect.poll(() => kinds).toContain("text");
      const waiting = backend.reply(promptOf(user("[[plain]]")), { toolChoice: "auto" }, cancel.signal);
      for await (const chunk of waiting) {
        expect(chunk).toEqual({ kind: "progress", progress: { phase: "queued" } });
        cancel.abort();
      }
      await speaking;
    });

    it("names a wrong key and a prompt that is too long, in numbers", async () => {
      const stranger = createBackend(endpoint({ apiKey: "wrong" }));
      expect((await ask(stranger, promptOf(user("[[plain]]")))).last).toMatchObject({
        kind: "failed",
        failure: { code: "auth", params: { status: 401 } },
      });
      await expect(stranger.facts()).rejects.toMatchObject({ code: "auth" });

      const long = promptOf(user("word ".repeat(9000)));
      const backend = createBackend(endpoint());
      expect((await ask(backend, long)).last).toMatchObject({
        kind: "failed",
        failure: {
          code: "context_overflow",
          params: { n_prompt: await backend.countTokens(long), n_ctx: 8192 },
        },
      });
    });

    it("gives two conversations that share their system text a slot each, and both reuse all", async () => {
      const twoSlots = await serve("-np", "2", "-c", "8192");
      const backend = createBackend({ kind: "llama-cpp", url: twoSlots.url });
      expect(await backend.facts()).toMatchObject({ slots: 2, window: 4096 });
      const rules: PromptMessage = { role: "system", content: "Follow the rules. ".repeat(60) };
      const talks = ["one", "two"].map((name) => ({
        messages: [rules, user(`I am ${name}. [[plain]]`)],
        expected: undefined as number | undefined,
      }));
      for (let turn = 0; turn < 3; turn += 1) {
        for (const talk of talks) {
          const { text, last } = await ask(backend, { messages: talk.messages, tools });
          if (last?.kind !== "done") throw new Error(`not done: ${JSON.stringify(last)}`);
          if (talk.expected !== undefined) expect(last.usage?.cached).toBe(talk.expected);
          talk.expected = (last.usage?.prompt ?? 0) + (last.usage?.generated ?? 0) - 1;
          talk.messages.push({ role: "assistant", content: text }, user("And again. [[plain]]"));
        }
      }
    });

    it("takes an engine that is killed in the middle of a reply for dead", async () => {
      const doomed = await serve();
      const backend = createBackend({ kind: "llama-cpp", own: true, url: doomed.url });
      const kinds: ReplyChunk[] = [];
      let stopped: Promise<unknown> | undefined;
      for await (const chunk of backend.reply(
        promptOf(user("[[loop]]")),
        { toolChoice: "auto" },
        new AbortController().signal,
      )) {
        if (chunk.kind === "text" && kinds.length === 0) stopped = doomed.stop();
        if (chunk.kind !== "progress") kinds.push(chunk);
      }
      expect(kinds.at(-1)).toMatchObject({ kind: "failed", failure: { code: "engine_died" } });
      await stopped;
      expect((await ask(backend, promptOf(user("[[plain]]")))).last).toMatchObject({
        kind: "failed",
        failure: { code: "unreachable" },
      });
    });
  },
);
