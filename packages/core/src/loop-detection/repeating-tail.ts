/** What a reply says over and over at its end: where that begins, and its unit. */
export type RepeatingTail = { start: number; unit: string };

/** Only so much of the end is looked at, in UTF-16 units. */
const looked = 4_000;
const longestUnit = 500;
/** A unit is a loop when it fills so many units and comes at least so often. */
const filled = 800;
const fewest = 5;
/** Rulers, blanks and rows of zeros are drawn with few signs; only a very long one is a loop. */
const filledByFewSigns = 2_500;
/** Of the last so many words, hardly any run of six may be new. */
const words = 360;
const newRuns = 0.12;

/** The loop a text has run into, or undefined. Lists that count, tables and repeated lines of code are none. */
export function repeatingTail(text: string): RepeatingTail | undefined {
  const tail = text.slice(-looked);
  const found = exactly(tail) ?? nearly(tail);
  return found && { start: text.length - tail.length + found.start, unit: found.unit };
}

function exactly(tail: string): RepeatingTail | undefined {
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
