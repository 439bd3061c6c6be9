import { createBackend } from "../../../packages/backends/src/index.ts";
import type { ModelBackend } from "../../../packages/core/src/index.ts";
import { type Prompt, type PromptMessage, SessionId } from "../../../packages/protocol/src/index.ts";
import { writeRandomModel } from "../../models/random-model.ts";
import { atMost, forComparison, type Row } from "../row.ts";
import type { CacheScene } from "./scene.ts";

const never = new AbortController().signal;
const tools = ["read", "shell"].map((name) => ({
  name,
  description: `The tool ${name} does what its name says. `.repeat(8),
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
}));
const words = (seed: number, count: number) =>
  Array.from({ length: count }, (_, index) => `${(index * 7919 + seed * 104_729) % 9973}`).join(" ");
const user = (content: string): PromptMessage => ({ role: "user", content });
/** A history of about as many tokens. */
const history: PromptMessage[] = [
  { role: "system", content: `You work in a folder. ${words(1, 120)}` },
  user(words(2, 400)),
  { role: "assistant", content: words(3, 300) },
];
const prompt = (text: string, before = history): Prompt => ({ messages: [...before, user(text)], tools });

/** The time until the first word, and the tokens that were read for it. */
async function firstToken(backend: ModelBackend, asked: Prompt, session: string) {
  const began = performance.now();
  let ms: number | undefined;
  let usage: { prompt?: number; cached?: number } = {};
  const request = { toolChoice: "none" as const, maxTokens: 2, session: SessionId.parse(session) };
  for await (const chunk of backend.reply(asked, request, never)) {
    if (chunk.kind === "text" || chunk.kind === "reasoning" || chunk.kind === "done")
      ms ??= performance.now() - began;
    if (chunk.kind === "failed") throw new Error(chunk.detail);
    if (chunk.kind === "done") usage = chunk.usage ?? {};
  }
  return { ms: ms ?? 0, read: (usage.prompt ?? 0) - (usage.cached ?? 0), prompt: usage.prompt ?? 0 };
}

/** A long draft that was read while it was typed: what is left to wait for, and what a change of it costs. */
export const typedDraft: CacheScene = {
  name: "typed-draft",
  writeModel: (path) => writeRandomModel(path, "llama", { width: 512, window: 16_384 }),
  // What was thrown away must not come back from the host's memory: it would flatter.
  flags: ["-c", "16384", "--cache-ram", "0"],
  async measure({ url }): Promise<Row[]> {
    const backend = createBackend({ kind: "llama-cpp", url });
    const one = "s00000001";
    const session = SessionId.parse(one);
    const draft = (seed: number) => words(seed, 450);
    const ahead = (text: string) => backend.prefill?.(prompt(text), { session, unsent: true }, never);
    const alone = await firstToken(backend, prompt("Who are you?", []), "s00000002");
    await firstToken(backend, prompt("Begin."), one);
    const cold = await firstToken(backend, prompt(draft(10)), one);

    await ahead(draft(11));
    const warm = await firstToken(backend, prompt(draft(11)), one);
    await ahead(draft(12));
    const appended = await firstToken(backend, prompt(`${draft(12)} ${words(20, 8)}`), one);
    await ahead(draft(13));
    const edited = await firstToken(backend, prompt(`${draft(13).slice(0, -60)} ${words(21, 12)}`), one);
    await ahead(draft(14));
    const thrown = await firstToken(backend, prompt("Something short."), one);

    // Somebody else asks in the middle of the reading: it is let go within one piece.
    const letGo = new AbortController();
    const reading = backend.prefill?.(prompt(draft(15)), { session, unsent: true }, letGo.signal);
    await new Promise((resolve) => setTimeout(resolve, cold.ms / 3));
    letGo.abort();
    const asked = performance.now();
    await firstToken(backend, prompt("Who are you?", []), "s00000002");
    const disturbed = performance.now() - asked;
    await reading;
    const share = (ms: number) => (100 * ms) / cold.ms;
    const note = `cold ${Math.round(cold.ms)} ms for ${cold.prompt} tokens`;
    return [
      atMost("first token after Enter, draft of 4,000 tokens read", share(warm.ms), 5, "% of cold", note),
      atMost("read again: the same draft", warm.read, 16, "tokens"),
      atMost("read again: 8 words more", appended.read, 60, "tokens"),
      atMost("read again: the last 50 tokens edited", edited.read, 110, "tokens"),
      atMost("read again: the draft thrown away", thrown.read, 60, "tokens"),
      atMost(
        "another session waits, in the middle of the reading",
        share(disturbed - alone.ms),
        25,
        "% of cold",
      ),
      forComparison("the same, in time", disturbed - alone.ms, "ms"),
    ];
  },
};
