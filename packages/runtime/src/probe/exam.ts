import type { CancelSignal, ModelBackend } from "@kestrel/core";
import type { ExamQuestion, ModelProfile, Prompt, PromptMessage, ToolSpec, Usage } from "@kestrel/protocol";
import type { SlotFile } from "./slot-file.ts";

type Heard = { text: string; calls: { name: string; arguments: string }[]; usage?: Usage };

/** Asks one question: what it adds to the profile. Empty when it was cut short. `slot` only where the engine is ours. */
type Ask = (
  backend: ModelBackend,
  cancel: CancelSignal,
  slot: SlotFile | undefined,
) => Promise<Partial<ModelProfile>>;

const report: ToolSpec = {
  name: "report",
  description: "Reports one word.",
  parameters: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
};
const replace: ToolSpec = {
  name: "replace",
  description: "Replaces a passage of the file. `old` must be copied exactly.",
  parameters: {
    type: "object",
    properties: { old: { type: "string" }, new: { type: "string" } },
    required: ["old", "new"],
  },
};
const rewrite: ToolSpec = {
  name: "rewrite",
  description: "Writes the whole file anew.",
  parameters: { type: "object", properties: { content: { type: "string" } }, required: ["content"] },
};

const system = { role: "system", content: "You are taking a short test of your tools." } as const;
const user = (content: string) => ({ role: "user", content }) as const;

/** Long enough to be timed, short enough for a slow machine: about a thousand tokens. */
const filler = Array.from(
  { length: 90 },
  (_, line) => `Line ${line + 1}: the kestrel hovers over field ${line * 7}.`,
);
const original = "def area(r):\n    return 3 * r * r\n";
const wanted = original.replace("3 *", "3.14159 *");

/** The exam, question by question; each is short and adds to the profile by itself. */
export const questions: Readonly<Record<ExamQuestion, Ask>> = {
  async call(backend, cancel) {
    const prompt = { messages: [system, user('Call `report` with the word "kestrel".')], tools: [report] };
    const heard = await hear(backend, prompt, 256, cancel);
    if (!heard) return {};
    const parsed = heard.calls.some((call) => call.name === "report" && field(call.arguments, "word") !== "");
    const written = /report/.test(heard.text) && /kestrel/.test(heard.text) && /[{(<]/.test(heard.text);
    return { calls: parsed ? "native" : written ? "text" : "none" };
  },
  async growth(backend, cancel) {
    const messages: PromptMessage[] = [system, user(`${filler.join("\n")}\n\nHow many lines are these?`)];
    const first = await hear(backend, { messages, tools: [] }, 48, cancel);
    if (!first?.usage) return {};
    const grown = [...messages, { role: "assistant" as const, content: first.text }, user("Are you sure?")];
    const second = await hear(backend, { messages: grown, tools: [] }, 8, cancel);
    return { ...speedOf(first.usage), ...reuseOf(first.usage, second?.usage) };
  },
  async edit(backend, cancel) {
    const task = `This is the file:\n\n${original}\nMake it use 3.14159 instead of 3, and change nothing else.`;
    const attempt = (tool: ToolSpec) =>
      hear(backend, { messages: [system, user(task)], tools: [tool] }, 400, cancel);
    const replaced = (await attempt(replace))?.calls.find(({ name }) => name === "replace");
    if (cancel.aborted) return {};
    const old = field(replaced?.arguments, "old");
    if (old !== "" && original.replace(old, () => field(replaced?.arguments, "new")) === wanted) {
      return { edits: "replace" };
    }
    const whole = (await attempt(rewrite))?.calls.find(({ name }) => name === "rewrite");
    if (cancel.aborted) return {};
    return { edits: field(whole?.arguments, "content").trim() === wanted.trim() ? "whole" : "none" };
  },
  async restore(backend, cancel, slot) {
    if (!slot) return {};
    const messages = [system, user(`${filler.slice(0, 30).join("\n")}\n\nWhich field comes last?`)];
    const ask = async () => (await hear(backend, { messages, tools: [] }, 8, cancel))?.usage;
    const first = await ask();
    const moved = first?.prompt ? await slot.roundTrip() : undefined;
    if (!first?.prompt || !moved || cancel.aborted) return {};
    if (moved === "refused") return { slot_restore: false };
    const reused = (await ask())?.cached;
    if (reused === undefined) return {};
    return {
      slot_restore: reused >= 0.9 * first.prompt,
      slot_count: { prompt: first.prompt, ...moved, reused },
    };
  },
};

/** Undefined when the model failed or was cut off by `cancel`. */
async function hear(
  backend: ModelBackend,
  prompt: Prompt,
  maxTokens: number,
  cancel: CancelSignal,
): Promise<Heard | undefined> {
  const heard: Heard = { text: "", calls: [] };
  for await (const chunk of backend.reply(prompt, { toolChoice: "auto", maxTokens }, cancel)) {
    if (chunk.kind === "text") heard.text += chunk.delta;
    else if (chunk.kind === "tool-call") heard.calls.push(chunk);
    else if (chunk.kind === "done") return { ...heard, usage: chunk.usage };
    else if (chunk.kind === "failed") return undefined;
  }
  return undefined;
}

function speedOf({ prompt, cached = 0, promptMs, generated, generateMs }: Usage): Partial<ModelProfile> {
  const rate = (tokens = 0, ms = 0) => (ms > 0 ? Math.round((tokens / ms) * 10_000) / 10 : 0);
  const prefill = rate((prompt ?? 0) - cached, promptMs);
  const generation = rate(generated, generateMs);
  return prefill > 0 && generation > 0 ? { speed: { prefill, generation } } : {};
}

/** The first prompt stays the beginning of the second; what the server says it reused of it is what counts. */
function reuseOf(first: Usage, second: Usage | undefined): Partial<ModelProfile> {
  if (!first.prompt || second?.cached === undefined) return {};
  const share = second.cached / first.prompt;
  return { reuse: share >= 0.95 ? "full" : share >= 0.1 ? "partial" : "none" };
}

function field(text: string | undefined, name: string): string {
  try {
    const value: unknown = (JSON.parse(text ?? "{}") as Record<string, unknown>)[name];
    return typeof value === "string" ? value : "";
  } catch {
    return "";
  }
}
