import type { ReplyChunk } from "@kestrel/core";
import type { Prompt } from "@kestrel/protocol";
import type { ModelFacts } from "@kestrel/protocol/api";
import type { BackendSettings } from "../../backend-settings.ts";
import type { Failed } from "../../errors/failed-by-answer.ts";
import { type Ask, ToolRoster } from "./tool-roster.ts";
import { type PromptOnWire, promptOnWire } from "./tools-as-text.ts";

/**
 * How one backend gives its server the tools. What is set comes first, then what the server says of itself. A server that
 * refuses tools before it ever took any is told of them in words, in the same reply and from then on: nothing of the
 * conversation is in its cache yet, so the prefix stays whole. After that nothing changes in a backend's life.
 */
export class ToolsOffer {
  readonly #settings: BackendSettings;
  readonly #roster: ToolRoster;
  #reported: "native" | "text" | undefined;
  #taken = false;
  #refused = false;

  constructor(settings: BackendSettings) {
    this.#settings = settings;
    this.#roster = new ToolRoster(settings.onToolDisabled);
  }

  /** The facts as the server told them, with the way that counts. */
  learn(facts: ModelFacts): ModelFacts {
    this.#reported = facts.capabilities.tools;
    return { ...facts, capabilities: { ...facts.capabilities, tools: this.#way() } };
  }

  onWire(prompt: Prompt): PromptOnWire {
    return promptOnWire(prompt, this.#way(), this.#settings);
  }

  async *reply(ask: Ask, ...[prompt, request, cancel]: Parameters<Ask>): AsyncGenerator<ReplyChunk> {
    const natively = prompt.tools.length > 0 && this.#way() === "native";
    const mayTurn = natively && !this.#taken && this.#settings.tools === undefined;
    let refused: Failed | undefined;
    for await (const chunk of this.#roster.reply(ask, prompt, request, cancel)) {
      if (mayTurn && isRefusal(chunk)) refused = chunk;
      else {
        if (natively && chunk.kind !== "failed" && chunk.kind !== "progress") this.#taken = true;
        yield chunk;
      }
    }
    if (!refused || cancel.aborted) return;
    this.#refused = true;
    yield* this.#roster.reply(ask, prompt, request, cancel);
  }

  #way(): "native" | "text" {
    return this.#settings.tools ?? (this.#refused ? "text" : (this.#reported ?? "native"));
  }
}

function isRefusal(chunk: ReplyChunk): chunk is Failed {
  return chunk.kind === "failed" && chunk.failure.params?.hint === "no_tools";
}
