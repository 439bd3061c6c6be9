import type { CancelSignal, ModelBackend } from "@kestrel/core";
import type { PromptMessage, ToolSpec, Usage } from "@kestrel/protocol";
import { type ExamQuestion, type ModelProfile, ToolsDialect, usualToolsDialect } from "@kestrel/protocol/api";
import { argumentOf, hear } from "./hear-reply.ts";
import type { SlotFile } from "./slot-file.ts";

/** The tested model. */
export type Examinee = {
  /** As sessions use it. */
  backend: ModelBackend;
  /** The same model with native or text-based tools, whatever is configured. */
  speaking(toolFormat: "native" | ToolsDialect): ModelBackend;
  /** What its profile already has. */
  known: ModelProfile;
  /** Only for Kestrel's own engine. */
  slot?: SlotFile;
};

/** Runs one question and returns what it adds to the profile. Empty when it was cut short. */
type Ask = (examinee: Examinee, cancel: CancelSignal) => Promise<Partial<ModelProfile>>;

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

/** About a thousand tokens: enough for timing, short enough for a slow machine. */
const filler = Array.from(
  { length: 90 },
  (_, line) => `Line ${line + 1}: the kestrel hovers over field ${line * 7}.`,
);
const original = "def area(r):\n    return 3 * r * r\n";
const wanted = original.replace("3 *", "3.14159 *");

/** The exam's questions; each is short and adds to the profile by itself. */
export const questions: Readonly<Record<ExamQuestion, Ask>> = {
  async call({ speaking }, cancel) {
    const prompt = { messages: [system, user('Call `report` with the word "kestrel".')], tools: [report] };
    const native = await hear(speaking("native"), prompt, 256, cancel);
    if (!native) return {};
    const [asked] = native.calls;
    const isThere = argumentOf(asked, "report", "word") !== "";
    if (isThere && asked?.from === "server") return { calls: "native" };
    for (const dialect of ToolsDialect.options) {
      const heard = await hear(speaking(dialect), prompt, 256, cancel);
      if (!heard) return {};
      if (argumentOf(heard.calls[0], "report", "word") !== "")
        return { calls: "text", tools: "text", tools_dialect: dialect };
    }
    return { calls: isThere ? "text" : "none" };
  },
  async growth({ backend }, cancel) {
    const messages: PromptMessage[] = [system, user(`${filler.join("\n")}\n\nHow many lines are these?`)];
    const first = await hear(backend, { messages, tools: [] }, 48, cancel);
    if (!first?.usage) return {};
    const grown = [...messages, { role: "assistant" as const, content: first.text }, user("Are you sure?")];
    const second = await hear(backend, { messages: grown, tools: [] }, 8, cancel);
    return { ...speedOf(first.usage), ...reuseOf(first.usage, second?.usage) };
  },
  async edit({ backend, speaking, known }, cancel) {
    const { tools, tools_dialect: dialect = usualToolsDialect } = known;
    const editor = tools === "text" ? speaking(dialect) : backend;
    const task = `This is the file:\n\n${original}\nMake it use 3.14159 instead of 3, and change nothing else.`;
    const attempt = async (tool: ToolSpec) =>
      (await hear(editor, { messages: [system, user(task)], tools: [tool] }, 400, cancel))?.calls[0];
    const replaced = await attempt(replace);
    if (cancel.aborted) return {};
    const old = argumentOf(replaced, "replace", "old");
    if (old !== "" && original.replace(old, () => argumentOf(replaced, "replace", "new")) === wanted) {
      return { edits: "replace" };
    }
    const whole = argumentOf(await attempt(rewrite), "rewrite", "content");
    if (cancel.aborted) return {};
    return { edits: whole.trim() === wanted.trim() ? "whole" : "none" };
  },
  async restore({ backend, slot }, cancel) {
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

function speedOf({ prompt, cached = 0, promptMs, generated, generateMs }: Usage): Partial<ModelProfile> {
  const rate = (tokens = 0, ms = 0) => (ms > 0 ? Math.round((tokens / ms) * 10_000) / 10 : 0);
  const prefill = rate((prompt ?? 0) - cached, promptMs);
  const generation = rate(generated, generateMs);
  return prefill > 0 && generation > 0 ? { speed: { prefill, generation } } : {};
}

/** The first prompt is a prefix of the second; the server's reported reuse counts. */
function reuseOf(first: Usage, second: Usage | undefined): Partial<ModelProfile> {
  if (!first.prompt || second?.cached === undefined) return {};
  const share = second.cached / first.prompt;
  return { reuse: share >= 0.95 ? "full" : share >= 0.1 ? "partial" : "none" };
}
