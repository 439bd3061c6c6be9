import { type CancelSignal, untilCancelled } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { whenCancelled } from "./when-cancelled.ts";

/** Milliseconds; the questions themselves are given up before. */
const longest = 60_000;

/** Facts about a server that requests need. `once` loads them once and retries after a failure; `learn` refreshes them. */
export class KnowledgeOnce<Value> {
  readonly #ask: () => Promise<Value>;
  #learning: Promise<unknown> | undefined;
  value: Value | undefined;

  constructor(ask: () => Promise<Value>) {
    this.#ask = ask;
  }

  async learn(): Promise<Value> {
    const value = await this.#ask();
    this.value = value;
    return value;
  }

  /** Resolves when it is known, when it cannot be known now or in time, or when `cancel` fires. Never rejects. */
  async once(cancel: CancelSignal, patience = longest): Promise<void> {
    if (this.value !== undefined) return;
    this.#learning ??= this.learn()
      .catch(passOver("asking a model server"))
      .finally(() => {
        this.#learning = undefined;
      });
    const cancelled = whenCancelled(cancel);
    await untilCancelled(Promise.race([this.#learning, cancelled.happens]), AbortSignal.timeout(patience));
    cancelled.forget();
  }
}
