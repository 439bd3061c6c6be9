import { setImmediate as nextRound } from "node:timers/promises";

/** Of the 100 ms for which nothing may keep the others waiting; a stream that is fast enough never waits for its own bytes. */
const longestMs = 20;

/** Lets everybody else have their turn now and then while much is read at once. */
export class Breath {
  #since = performance.now();

  async taken(): Promise<void> {
    if (performance.now() - this.#since < longestMs) return;
    await nextRound();
    this.#since = performance.now();
  }
}
