import type { CancelSignal } from "@kestrel/core";

/** A few may work side by side; the others wait in order. */
export class Lanes {
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when fewer than `width` run. Call the returned function at the end. Undefined when `cancel` fires first. */
  async enter(width: number, cancel: CancelSignal): Promise<(() => void) | undefined> {
    while (this.#taken >= width && !cancel.aborted) {
      let go = () => {};
      const woken = new Promise<void>((resolve) => {
        go = resolve;
      });
      this.#waiting.push(go);
      cancel.addEventListener("abort", go);
      await woken;
      cancel.removeEventListener("abort", go);
    }
    if (cancel.aborted) {
      this.#waiting.shift()?.();
      return undefined;
    }
    this.#taken += 1;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#taken -= 1;
      this.#waiting.shift()?.();
    };
  }
}
