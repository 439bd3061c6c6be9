import type { ModelBackend, ReplyChunk } from "@kestrel/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { soonest } from "../../../test/daemon/how-long.ts";
import { createBackend } from "../src/index.ts";
import { calls, collect, spoken } from "./chunks.ts";
import type { OpenStage, Stage, Story, Told } from "./stage.ts";

const never = new AbortController().signal;

/** The promises that are put to the test on a stage, and those it has no story for, with the reason. */
export interface ContractOutcome {
  kept: readonly string[];
  leftOut: readonly string[];
}

/** The promises of the `ModelBackend` port, kept by every kind of server in its own words. */
export function modelBackendContract(stage: Stage): ContractOutcome {
  const kept: string[] = [];
  const leftOut: string[] = [];
  const { lines } = stage;

  describe(`a backend for ${stage.name}`, () => {
    let server: OpenStage;
    let backend: ModelBackend;
    const backendWith = (settings: { silenceLimit?: number }) =>
      createBackend(
        { kind: stage.kind, own: true, url: server.url, apiKey: "the-secret-key", model: "m" },
        settings,
      );
    const askFor = ({ prompt, request }: Told, from = backend) => collect(from.reply(prompt, request, never));

    /** A promise, the stories it needs, and how it is kept; counted, so that none is skipped in silence. */
    const promise = (name: string, needs: readonly Story[], keep: () => Promise<void>) => {
      const [reason] = needs.flatMap((story) => stage.cannot[story] ?? []);
      if (reason !== undefined) return void leftOut.push(`${name}: ${reason}`);
      kept.push(name);
      it(name, keep);
    };

    beforeEach(async () => {
      server = await stage.open();
      backend = backendWith({});
    });
    afterEach(() => server.close());

    for (const bytesAtOnce of [1, 2, 3, 7, 64, 100_000]) {
      promise(`says the same however its bytes are cut: ${bytesAtOnce} at once`, ["text"], async () => {
        const told = await server.tells("text", { bytesAtOnce });
        const chunks = await askFor(told);
        expect(spoken(chunks, "text")).toBe(lines.text);
        expect(chunks.at(-1)).toMatchObject({ kind: "done", finish: "stop", usage: told.usage });
      });
    }

    promise("gives thinking and words apart, and a call whole", ["thinkThenCall"], async () => {
      const chunks = await askFor(await server.tells("thinkThenCall", { bytesAtOnce: 5 }));
      expect(spoken(chunks, "reasoning")).toBe(lines.thought);
      expect(spoken(chunks, "text")).toBe("");
      expect(calls(chunks)).toEqual([
        { name: "shell", arguments: `{"command":${lines.spacing}"node --version"}` },
      ]);
      expect(chunks.at(-1)).toMatchObject({ kind: "done", finish: "tool_calls" });
    });

    promise("gives two calls in their order", ["twoCalls"], async () => {
      expect(calls(await askFor(await server.tells("twoCalls")))).toEqual([
        { name: "read", arguments: `{"path":${lines.spacing}"a.txt"}` },
        { name: "read", arguments: `{"path":${lines.spacing}"b.txt"}` },
      ]);
    });

    promise("passes a call on that the token limit cut, before it says so", ["cutCall"], async () => {
      const chunks = await askFor(await server.tells("cutCall"));
      expect(calls(chunks).at(-1)).toEqual({ name: "read", arguments: lines.rest });
      expect(chunks.slice(-2)).toMatchObject([{ kind: "tool-call" }, { kind: "done", finish: "length" }]);
    });

    promise("finds thinking that the server left in the text", ["thinkInText"], async () => {
      const chunks = await askFor(await server.tells("thinkInText", { bytesAtOnce: 9 }));
      expect(spoken(chunks, "reasoning")).toBe("The question is short.\nSo is the answer.\n");
      expect(spoken(chunks, "text")).toBe("The answer is 42.");
    });

    promise(
      "ends in failed when the server reports an error in the middle, and keeps what was said",
      ["errorAfterStart"],
      async () => {
        const chunks = await askFor(await server.tells("errorAfterStart"));
        expect(spoken(chunks, "text")).toBe(lines.beforeError);
        expect(chunks.at(-1)).toMatchObject({ kind: "failed", failure: { code: "tool_parse" } });
      },
    );

    for (const ending of ["end", "cut"] as const) {
      promise(`takes a reply that stops in the middle for broken off (${ending})`, ["noEnd"], async () => {
        const chunks = await askFor(await server.tells("noEnd", { ending }));
        expect(calls(chunks)).toEqual([]);
        expect(chunks.at(-1)).toMatchObject({ kind: "failed", failure: { code: stage.interrupted } });
      });
    }

    promise("gives a silent server its time, and no more", ["noEnd"], async () => {
      const told = await server.tells("noEnd", { ending: "stay" });
      const chunks = await askFor(told, backendWith({ silenceLimit: stage.silenceLimit }));
      expect(spoken(chunks, "text")).toBe(lines.beforeSilence);
      expect(chunks.at(-1)).toMatchObject({ kind: "failed", failure: { code: "timeout" } });
      await server.hungUp();
    });

    promise(
      "ends within 500 ms when it is cancelled, without a last chunk, and frees the server",
      ["noEnd"],
      async () => {
        const took = await soonest(500, async () => {
          const { prompt, request } = await server.tells("noEnd", { ending: "stay" });
          const cancel = new AbortController();
          const kinds: string[] = [];
          let since = 0;
          for await (const chunk of backend.reply(prompt, request, cancel.signal)) {
            kinds.push(chunk.kind);
            if (chunk.kind !== "text" || since > 0) continue;
            since = performance.now();
            setTimeout(() => cancel.abort(), 20);
          }
          const over = performance.now() - since;
          expect(kinds).toContain("text");
          expect(kinds).not.toContain("failed");
          expect(kinds).not.toContain("done");
          await server.hungUp();
          return over;
        });
        expect(took).toBeLessThan(500);
      },
    );

    promise("asks nothing when it was cancelled before", ["text"], async () => {
      const { prompt, request } = await server.tells("text");
      expect(await collect(backend.reply(prompt, request, AbortSignal.abort()))).toEqual([]);
      expect(server.heard).toEqual([]);
    });

    promise("frees the server when its listener leaves", ["noEnd"], async () => {
      const { prompt, request } = await server.tells("noEnd", { ending: "stay" });
      for await (const chunk of backend.reply(prompt, request, never)) {
        if (chunk.kind === "text") break;
      }
      await server.hungUp();
    });

    for (const [story, code] of [
      ["wrongKey", "auth"],
      ["overflow", "context_overflow"],
    ] as const) {
      promise(`names the refusal ${code}, asks once, and never shows the key`, [story], async () => {
        const told = await server.tells(story);
        const chunks = await askFor(told);
        expect(chunks.filter(({ kind }) => kind !== "progress")).toMatchObject([
          { kind: "failed", failure: { code, params: told.params ?? {} } },
        ]);
        expect(JSON.stringify(chunks)).not.toContain("the-secret-key");
        expect(server.chats).toHaveLength(1);
      });
    }

    promise(
      "waits while the server loads its model, says so, and leaves when it is cancelled",
      ["loading"],
      async () => {
        const told = await server.tells("loading");
        const cancel = new AbortController();
        const heard: ReplyChunk[] = [];
        for await (const chunk of backend.reply(told.prompt, told.request, cancel.signal)) {
          heard.push(chunk);
          if (chunk.kind === "progress" && chunk.progress.phase === "loading") cancel.abort();
        }
        expect(heard.at(-1)).toEqual({
          kind: "progress",
          progress: { phase: "loading", said: expect.stringMatching(/loading/i) },
        });
        expect(heard.filter(({ kind }) => kind !== "progress")).toEqual([]);
      },
    );

    promise("says so when nobody is there", ["text"], async () => {
      const told = await server.tells("text");
      await server.goesAway();
      expect(await askFor(told)).toMatchObject([{ kind: "failed", failure: { code: "unreachable" } }]);
      await expect(backend.facts()).rejects.toMatchObject({ name: "KestrelError", code: "unreachable" });
    });

    promise("never takes the key to another host", ["redirect"], async () => {
      const chunks = await askFor(await server.tells("redirect"));
      expect(chunks).toMatchObject([{ kind: "failed", failure: { code: "no_model_server" } }]);
      expect(server.chats).toHaveLength(1);
    });

    promise(
      "sends the key, a streamed request and the prompt message for message, on a connection of its own",
      ["text"],
      async () => {
        const told = await server.tells("text");
        expect((await askFor(told)).at(-1)).toMatchObject({ kind: "done" });
        const [{ headers, body } = { headers: {}, body: "{}" }] = server.chats;
        expect(headers).toMatchObject({ authorization: "Bearer the-secret-key", connection: "close" });
        expect(server.chats[0]?.path).toBe(stage.chatPath);
        expect(JSON.parse(body)).toMatchObject({
          model: "m",
          messages: told.prompt.messages,
          ...stage.sends,
        });
        expect(body).not.toContain("temperature");
      },
    );
  });
  return { kept, leftOut };
}
