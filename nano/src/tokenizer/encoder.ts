import { mergedParts, type Vocabulary } from "./learn.ts";
import { preTokens } from "./pre-tokens.ts";

export type Encoder = (text: string) => number[];

/** Spells texts with the vocabulary, token for token as llama.cpp does. */
export function encoder({ tokens, merges }: Vocabulary): Encoder {
  const numbers = new Map(tokens.map((token, number) => [token, number]));
  const ranks = new Map(merges.map(([one, two], rank) => [`${one} ${two}`, rank]));
  const known = new Map<string, number[]>();
  const spelt = (letters: string): number[] => {
    let parts = [...letters];
    for (;;) {
      let best = Number.POSITIVE_INFINITY;
      let pair: readonly [string, string] | undefined;
      for (let at = 0; at + 1 < parts.length; at += 1) {
        const [one = "", two = ""] = [parts[at], parts[at + 1]];
        const rank = ranks.get(`${one} ${two}`);
        if (rank !== undefined && rank < best) [best, pair] = [rank, [one, two]];
      }
      if (!pair) return parts.map((part) => numbers.get(part) ?? 0);
      parts = mergedParts(parts, ...pair);
    }
  };
  return (text) => {
    const all: number[] = [];
    for (const { special, letters } of preTokens(text)) {
      if (special !== undefined) {
        all.push(numbers.get(special) ?? 0);
        continue;
      }
      let spelling = known.get(letters);
      if (!spelling) {
        spelling = spelt(letters);
        if (known.size < 200_000) known.set(letters, spelling);
      }
      all.push(...spelling);
    }
    return all;
  };
}
