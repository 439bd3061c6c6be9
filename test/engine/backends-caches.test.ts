import { join } from "node:path";
import { createBackend } from "@kestrel/backends";
import type { ModelBackend } from "@kestrel/core";
import type { PromptMessage, Usage } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { testEngine } from "../machine.ts";
import { writeRandomModel } from "../models/random-model.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { ask, promptOf, tools, user } from "./backends-ask.ts";
import { servedFolder } from "./served-models.ts";

const usageOf = async (backend: ModelBackend, messages: readonly PromptMessage[], maxTokens?: number) => {
  const { text, last } = await ask(backend, { messages, tools }, { toolChoice: "none", maxTokens });
  if (last?.kind !== "done") throw new Error(`not done: ${JSON.stringify(last)}`);
  return { text, usage: last.usage ?? ({} as Usage) };
};

describe.skipIf(testEngine === undefined)("what a real llama-server keeps", () => {
  const served = servedFolder(async (folder) => {
    await writeScriptedModel(join(folder, "scripted.gguf"), standardScripts);
    await writeRandomModel(join(folder, "sliding-window.gguf"), "gemma3");
    await writeRandomModel(join(folder, "hybrid.gguf"), "lfm2");
  });
  const serve = async (model: string, ...flags: string[]) =>
    createBackend({ kind: "llama-cpp", url: (await served(model, ...flags)).url });

  it("is all of both conversations on one slot: the other one waits in the host's memory", async () => {
    const backend = await serve("scripted.gguf", "-np", "1", "-sps", "0.9", "-c", "8192");
    const rules: PromptMessage = { role: "system", content: "Follow the rules. ".repeat(60) };
    const talks = ["one", "two"].map((name) => ({
      // Below nine tenths in common: above, the server takes one for the continuation of the other.
      messages: [rules, user(`${`I am ${name}. `.repeat(60)}[[plain]]`)] as PromptMessage[],
      expected: undefined as number | undefined,
    }));
    for (let turn = 0; turn < 3; turn += 1) {
      for (const talk of talks) {
        const { text, usage } = await usageOf(backend, talk.messages);
        if (talk.expected !== undefined) expect(usage.cached).toBe(talk.expected);
        talk.expected = (usage.prompt ?? 0) + (usage.generated ?? 0) - 1;
        talk.messages.push({ role: "assistant", content: text }, user("And again. [[plain]]"));
      }
    }
  });

  it.each(["sliding-window.gguf", "hybrid.gguf"])(
    "is the history before the last reply, at least, of a %s",
    async (model) => {
      const backend = await serve(model, "-np", "1", "-sps", "0.9", "-c", "8192");
      expect(await backend.facts()).toMatchObject({ window: 8192 });
      const messages = [...promptOf(user("Tell me about the house. ".repeat(40))).messages];
      expect((await usageOf(backend, messages, 16)).usage.prompt).toBe(
        await backend.countTokens({ messages, tools }),
      );
      let before = (await backend.countTokens({ messages, tools })) ?? 0;
      for (let turn = 0; turn < 3; turn += 1) {
        messages.push({ role: "assistant", content: "It is a house." }, user("And the garden?"));
        const { usage } = await usageOf(backend, messages, 16);
        // Such models go back to checkpoints, the newest a few tokens before the end of the last prompt.
        expect(usage.cached).toBeGreaterThanOrEqual(before - 16);
        before = usage.prompt ?? 0;
      }
    },
  );
});
