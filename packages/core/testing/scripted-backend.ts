import type { ErrorCode, Prompt } from "@kestrel/protocol";
import type { ModelFacts, ModelTraits } from "@kestrel/protocol/api";
import { estimatePrompt } from "../src/context/estimate-tokens.ts";
import type { CancelSignal } from "../src/ports/cancel-signal.ts";
import type { ModelBackend, ReplyChunk, ReplyRequest } from "../src/ports/model-backend.ts";

/** One scripted reply: chunks, or something that waits for the test before it goes on. */
export type ScriptedReply = readonly (ReplyChunk | Promise<unknown>)[];

export const says = (text: string): ReplyChunk => ({ kind: "text", delta: text });
export const thinks = (text: string): ReplyChunk => ({ kind: "reasoning", delta: text });
export const callsTool = (name: string, args: unknown): ReplyChunk => ({
  kind: "tool-call",
  name,
  arguments: typeof args === "string" ? args : JSON.stringify(args),
});
export const fails = (code: ErrorCode): ReplyChunk => ({
  kind: "failed",
  failure: { code },
  detail: code,
});

/** What the scripted server can do beside talking. */
export type ScriptedAbilities = {
  window?: number;
  vision?: boolean;
  answerSchema?: boolean;
  begunReply?: boolean;
  endsReasoning?: boolean;
  traits?: ModelTraits;
  /** What it says when it is asked for a summary, one after the other; nothing when there is no more. */
  summaries?: readonly ScriptedReply[];
};

/** A backend that plays replies in order and keeps every prompt it was asked with. */
export class ScriptedBackend implements ModelBackend {
  readonly prompts: Prompt[] = [];
  /** How each was asked, beside its prompt. */
  readonly requests: ReplyRequest[] = [];
  /** The prompts of summaries: they are no steps. */
  readonly asides: Prompt[] = [];
  /** What was read before anybody asked. */
  readonly readAhead: Prompt[] = [];
  readonly #replies: ScriptedReply[];
  readonly #summaries: ScriptedReply[];
  readonly #abilities: ScriptedAbilities;

  constructor(replies: readonly ScriptedReply[], abilities: ScriptedAbilities = {}) {
    this.#replies = [...replies];
    this.#summaries = [...(abilities.summaries ?? [])];
    this.#abilities = abilities;
    if (abilities.endsReasoning) this.endReasoning = async () => true;
  }

  endReasoning?: ModelBackend["endReasoning"];
  countTexts?: ModelBackend["countTexts"];
  renderPrompt?: ModelBackend["renderPrompt"];

  async facts(): Promise<ModelFacts> {
    return {
      label: "scripted",
      server: "scripted",
      window: this.#abilities.window,
      traits: this.#abilities.traits,
      capabilities: {
        tools: "native",
        vision: this.#abilities.vision ?? false,
        reasoning: true,
        progress: "none",
        countsTokens: true,
        slots: false,
        answerSchema: this.#abilities.answerSchema,
        begunReply: this.#abilities.begunReply,
      },
    };
  }

  /** Plays a reply to another program: one piece of text, as a server without streams answers. */
  async lend(): ReturnType<NonNullable<ModelBackend["lend"]>> {
    const answer = { choices: [{ message: { role: "assistant", content: "A bird." } }] };
    const bytes = new TextEncoder().encode(JSON.stringify(answer));
    return { status: 200, contentType: "application/json", bytes: inOnePiece(bytes) };
  }

  async countTokens(prompt: Prompt): Promise<number> {
    return estimatePrompt(prompt);
  }

  async prefill(prompt: Prompt): Promise<undefined> {
    this.readAhead.push(prompt);
  }

  async *reply(prompt: Prompt, request: ReplyRequest, cancel: CancelSignal): AsyncGenerator<ReplyChunk> {
    const aside = request.purpose !== undefined;
    (aside ? this.asides : this.prompts).push(prompt);
    if (!aside) this.requests.push(request);
    const script = aside ? (this.#summaries.shift() ?? []) : this.#replies.shift();
    if (!script) throw new Error("the script has no further reply");
    let last: ReplyChunk | undefined;
    for (const piece of script) {
      if (cancel.aborted) return;
      if ("then" in piece) {
        await Promise.race([piece, aborted(cancel)]);
        continue;
      }
      last = piece;
      yield piece;
    }
    if (cancel.aborted || last?.kind === "done" || last?.kind === "failed") return;
    const prompted = estimatePrompt(prompt);
    // A server that does not say what it reused: a test that is about the cache says it itself.
    const usage = { prompt: prompted, generated: 8 };
    yield { kind: "done", finish: last?.kind === "tool-call" ? "tool_calls" : "stop", usage };
  }
}

function aborted(cancel: CancelSignal): Promise<void> {
  return new Promise((resolve) => cancel.addEventListener("abort", () => resolve(), { once: true }));
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
