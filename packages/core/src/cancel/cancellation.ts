import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { Host } from "../ports/host.ts";

/** A cancel signal that fires once, also when its parent fires, until it is released. */
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

  /** Detaches from the parent: its cancellation no longer cancels this one. */
  release(): void {
    this.#parent?.removeEventListener("abort", this.#follow);
  }
}

/** The promise's value, or undefined as soon as `cancel` fires. */
export function untilCancelled<Value>(
  promise: Promise<Value>,
  cancel: CancelSignal,
): Promise<Value | undefined> {
  if (cancel.aborted) {
    promise.catch(() => undefined); // expected: it is no longer waited for
    return Promise.resolve(undefined);
  }
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    cancel.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => cancel.removeEventListener("abort", stop));
  });
}

/** The promise's value, or undefined `ms` after `cancel` fired: bounds the wait for work that should end by itself. */
export function soonAfterCancel<Value>(
  promise: Promise<Value>,
  cancel: CancelSignal,
  { host, ms }: { host: Host; ms: number },
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const settled = new Cancellation();
    const giveUp = () => void host.wait(ms, settled).then(() => resolve(undefined));
    promise.then(resolve, reject).finally(() => {
      cancel.removeEventListener("abort", giveUp);
      settled.cancel();
    });
    if (cancel.aborted) giveUp();
    else cancel.addEventListener("abort", giveUp, { once: true });
  });
}

/** For work that is never cancelled. */
export const neverCancelled: CancelSignal = {
  aborted: false,
  addEventListener: () => {},
  removeEventListener: () => {},
};
