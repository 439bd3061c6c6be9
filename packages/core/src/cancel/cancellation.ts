import type { CancelSignal } from "../ports/cancel-signal.ts";

/** A cancel signal and the hand that fires it, once. With a parent it fires with it as well, until it is released. */
export class Cancellation implements CancelSignal {
  #aborted = false;
  readonly #listeners = new Set<() => void>();
  readonly #parent: CancelSignal | undefined;
  readonly #follow = () => this.cancel();

  constructor(parent?: CancelSignal) {
    this.#parent = parent;
    if (parent?.aborted) this.cancel();
    else parent?.addEventListener("abort", this.#follow, { once: true });
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
  }

  cancel(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    for (const listener of [...this.#listeners]) listener();
    this.#listeners.clear();
  }

  /** Lets go of the parent: what it does from now on is no concern of this one. */
  release(): void {
    this.#parent?.removeEventListener("abort", this.#follow);
  }
}
