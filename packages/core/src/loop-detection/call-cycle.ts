/** Rounds of a cycle until the model is warned, and until the turn ends: six calls, then eight or nine. */
const rounds = { 2: { told: 3, ended: 4 }, 3: { told: 2, ended: 3 } } as const;

/** Calls examined: three rounds of three. */
const looked = 9;

/** Detects two or three alternating calls with the same results, such as undoing and redoing an edit. */
export class CallCycle {
  #signatures: readonly string[] = [];

  add(signature: string): "none" | "cycle" | "endless" {
    this.#signatures = [...this.#signatures.slice(1 - looked), signature];
    let found: "none" | "cycle" = "none";
    for (const period of [2, 3] as const) {
      if (new Set(this.#signatures.slice(-period)).size === 1) continue;
      const turns = roundsOf(this.#signatures, period);
      if (turns >= rounds[period].ended) return "endless";
      if (turns >= rounds[period].told) found = "cycle";
    }
    return found;
  }
}

function roundsOf(signatures: readonly string[], period: number): number {
  let same = 0;
  while (
    same + period < signatures.length &&
    signatures.at(-1 - same) === signatures.at(-1 - same - period)
  ) {
    same++;
  }
  return Math.floor(same / period) + 1;
}
