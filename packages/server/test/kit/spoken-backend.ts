import type { CancelSignal, ModelBackend, ReplyChunk } from "@kestrel/core";
import { ScriptedBackend } from "@kestrel/core/testing";

/** A model whose words a test says one by one, while the turn is open. */
export class SpokenBackend implements ModelBackend {
  readonly #facts = new ScriptedBackend([]);
  #queue: ReplyChunk[] = [];
  #wake: () => void = () => undefined;

  facts = () => this.#facts.facts();
  countTokens = (prompt: Parameters<ModelBackend["countTokens"]>[0]) => this.#facts.countTokens(prompt);

  says(text: string): void {
    this.#add({ kind: "text", delta: text });
  }

  thinks(text: string): void {
    this.#add({ kind: "reasoning", delta: text });
  }

  stops(): void {
    this.#add({ kind: "done", finish: "stop" });
  }

  async *reply(_prompt: unknown, _request: unknown, cancel: CancelSignal): AsyncGenerator<ReplyChunk> {
    cancel.addEventListener("abort", () => this.#wake(), { once: true });
    while (!cancel.aborted) {
      const chunk = this.#queue.shift();
      if (!chunk) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      yield chunk;
      if (chunk.kind === "done") return;
    }
  }

  #add(chunk: ReplyChunk): void {
    this.#queue.push(chunk);
    this.#wake();
  }
}
