/** The repetition at the end of a reply: where it begins, and its unit. */
export type RepeatingTail = { start: number; unit: string };

/** When a text counts as a loop: UTF-16 units, and repetitions of its unit. */
export type LoopBounds = {
  /** Only this much of the end is examined. */
  looked: number;
  filled: number;
  fewest: number;
  /** Rulers, blanks and rows of zeros use few characters. Only a very long one is a loop. */
  filledByFewSigns: number;
  /** Whether near repetitions count as a loop too. */
  nearly: boolean;
};

/** For the text and the reasoning of a model. */
export const wordsLoop: LoopBounds = {
  looked: 4_000,
  filled: 800,
  fewest: 5,
  filledByFewSigns: 2_500,
  nearly: true,
};

/** For the arguments of a call. Files may contain tables, drawings and rows of one value, and a model must be able to write them. */
export const argumentsLoop: LoopBounds = {
  looked: 8_000,
  filled: 4_000,
  fewest: 16,
  filledByFewSigns: 7_500,
  nearly: false,
};

/** For a model that repeats itself easily and never needs to: some million weights, and a small window. */
export const shortLoop: LoopBounds = {
  looked: 600,
  filled: 160,
  fewest: 10,
  filledByFewSigns: 240,
  nearly: false,
};

const longestUnit = 500;
/** Of the last so many words, hardly any run of six may be new. */
const words = 360;
const newRuns = 0.12;

/** The loop at the end of a text, or undefined. Counting lists, tables and repeated lines of code are not loops. */
export function repeatingTail(text: string, bounds: LoopBounds = wordsLoop): RepeatingTail | undefined {
  const tail = text.slice(-bounds.looked);
  const found = exactly(tail, bounds) ?? (bounds.nearly ? nearly(tail) : undefined);
  return found && { start: text.length - tail.length + found.start, unit: found.unit };
}

function exactly(tail: string, { filled, fewest, filledByFewSigns }: LoopBounds): RepeatingTail | undefined {
  for (let period = 1; period <= longestUnit; period++) {
    let same = 0;
    while (
      same + period < tail.length &&
      tail.charCodeAt(tail.length - 1 - same) === tail.charCodeAt(tail.length - 1 - same - period)
    ) {
      same++;
    }
    const span = same + period;
    if (span < filled || span < period * fewest) continue;
    const start = tail.length - span;
    const unit = tail.slice(start, start + period);
    if (new Set(unit.replace(/[^\p{L}]/gu, "")).size > 1 || span >= filledByFewSigns) return { start, unit };
  }
  return undefined;
}

function nearly(tail: string): RepeatingTail | undefined {
  const all = tail.match(/\S+/g)?.slice(-words) ?? [];
  const spelled = all.filter((word) => /\p{L}/u.test(word)).length;
  if (all.length < words || spelled < words / 2) return undefined;
  const runs = new Set<string>();
  for (let at = 0; at + 6 <= all.length; at++) runs.add(all.slice(at, at + 6).join(" "));
  if (runs.size > all.length * newRuns) return undefined;
  const start = [...tail.matchAll(/\S+/g)].at(-words)?.index ?? 0;
  return { start, unit: tail.slice(start, start + 200) };
}
