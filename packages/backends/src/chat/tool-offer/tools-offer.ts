import type { CancelSignal, ReplyChunk } from "@kestrel/core";
import type { ErrorCode, Prompt, ToolSpec } from "@kestrel/protocol";
import type { ModelFacts } from "@kestrel/protocol/api";
import type { BackendSettings } from "../../backend-settings.ts";
import type { Failed } from "../../errors/failed-by-answer.ts";
import { type RosterRequest, ToolRoster } from "./tool-roster.ts";
import { type PromptOnWire, promptOnWire } from "./tools-as-text.ts";

/**
 * How one backend sends tools to its server. Settings come first, then the server's own report. A server that refuses tools before
 * it ever accepted any gets them as text, in the same reply and from then on: none of the conversation is in its cache yet, so the
 * prefix stays whole. When its message does not name the cause, two requests of one token decide. After that nothing changes in a
 * backend's life.
 */
export class ToolsOffer {
  readonly #settings: BackendSettings;
  readonly #roster: ToolRoster;
  #reported: "native" | "text" | undefined;
  #taken = false;
  #refused = false;
  /** It accepted a request with tools, so a later refusal has another cause. */
  #tried = false;
  /** Server faults without a message; the second in a row may mean that it refuses tools. */
  #faults = 0;

  constructor(settings: BackendSettings) {
    this.#settings = settings;
    this.#roster = new ToolRoster(settings.onToolDisabled);
  }

  /** The facts from the server, with the tool format in use. */
  learn(facts: ModelFacts): ModelFacts {
    this.#reported = facts.capabilities.tools;
    return { ...facts, capabilities: { ...facts.capabilities, tools: this.#way() } };
  }

  onWire(prompt: Prompt): PromptOnWire {
    return promptOnWire(prompt, this.#way(), this.#settings);
  }

  async *reply(
    ask: RosterRequest,
    ...[prompt, request, cancel]: Parameters<RosterRequest>
  ): AsyncGenerator<ReplyChunk> {
    const natively = prompt.tools.length > 0 && this.#way() === "native";
    const mayTurn = natively && !this.#taken && this.#settings.tools === undefined;
    let refused: Failed | undefined;
    for await (const chunk of this.#roster.reply(ask, prompt, request, cancel)) {
      if (mayTurn && chunk.kind === "failed" && (mayMeanTools(chunk) || this.#isSecondFault(chunk)))
        refused = chunk;
      else {
        if (natively && chunk.kind !== "failed" && chunk.kind !== "progress") this.#taken = true;
        yield natively ? withWayOut(chunk) : chunk;
      }
    }
    if (!refused || cancel.aborted) return;
    if (!isRefusal(refused) && !(await this.#refusesTools(ask, prompt.tools, cancel))) {
      if (!cancel.aborted) yield withWayOut(refused);
      return;
    }
    this.#refused = true;
    yield* this.#roster.reply(ask, prompt, request, cancel);
  }

  #isSecondFault({ failure }: Failed): boolean {
    const { status, hint } = failure.params ?? {};
    if (failure.code !== "unknown" || status !== 500 || hint !== undefined) return false;
    this.#faults += 1;
    return this.#faults === 2;
  }

  /** Whether the server takes a small request, and refuses the same with tools. */
  async #refusesTools(
    ask: RosterRequest,
    tools: readonly ToolSpec[],
    cancel: CancelSignal,
  ): Promise<boolean> {
    if (this.#tried || (await takes(ask, [], cancel)) !== true) return false;
    const taken = await takes(ask, tools, cancel);
    this.#tried = taken === true;
    return taken === false;
  }

  #way(): "native" | "text" {
    return this.#settings.tools ?? (this.#refused ? "text" : (this.#reported ?? "native"));
  }
}

function isRefusal({ failure }: Failed): boolean {
  return failure.params?.hint === "no_tools";
}

/** Whether the server may have refused the tools: its message names them, is a template error, or is unknown. */
function mayMeanTools(chunk: Failed): boolean {
  const { code, params: { status, hint, retryable } = {} } = chunk.failure;
  if (isRefusal(chunk)) return true;
  if (typeof status !== "number" || retryable === true) return false;
  return code === "template" ? hint === "check_template" : code === "unknown" && hint === undefined;
}

/** Other codes mean that it cannot answer now. */
const saysNo: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["unknown", "template", "grammar"]);

/** Undefined where the server could not be asked. */
async function takes(
  ask: RosterRequest,
  tools: readonly ToolSpec[],
  cancel: CancelSignal,
): Promise<boolean | undefined> {
  const prompt: Prompt = { messages: [{ role: "user", content: "?" }], tools: [...tools] };
  for await (const chunk of ask(prompt, { toolChoice: "auto", maxTokens: 1 }, cancel)) {
    if (chunk.kind === "failed") return saysNo.has(chunk.failure.code) ? false : undefined;
    if (chunk.kind !== "progress" || chunk.progress.phase !== "queued") return true;
  }
  return undefined;
}

/** Names the setting that helps where a template refuses a conversation with tools. */
function withWayOut(chunk: ReplyChunk): ReplyChunk {
  if (chunk.kind !== "failed" || chunk.failure.params?.hint !== "check_template") return chunk;
  const { failure } = chunk;
  return { ...chunk, failure: { ...failure, params: { ...failure.params, hint: "text_tools" } } };
}
