import { inByteAlphabet } from "./byte-alphabet.ts";

/** The words that the server's `qwen2` pre-tokenizer would make; merges never cross them. */
const words = /[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu;

/** Byte-pair merges learned from a text, most frequent pair first; ties by the order of characters. */
export function trainMerges(corpus: string, count: number): (readonly [string, string])[] {
  const frequency = new Map<string, number>();
  for (const word of corpus.match(words) ?? []) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const known = [...frequency].map(([word, times]) => ({ parts: inByteAlphabet(word), times }));
  const merges: (readonly [string, string])[] = [];
  while (merges.length < count) {
    const best = mostFrequentPair(known);
    if (!best) break;
    merges.push(best);
    for (const word of known) word.parts = merged(word.parts, best);
  }
  return merges;
}

function mostFrequentPair(known: readonly { parts: readonly string[]; times: number }[]) {
  const pairs = new Map<string, number>();
  for (const { parts, times } of known) {
    for (const [index, left] of parts.entries()) {
      const right = parts[index + 1];
      if (right !== undefined) pairs.set(`${left} ${right}`, (pairs.get(`${left} ${right}`) ?? 0) + times);
    }
  }
  let best: string | undefined;
  for (const [pair, times] of pairs) {
    const record = best === undefined ? 0 : (pairs.get(best) ?? 0);
    if (times > record || (times === record && best !== undefined && pair < best)) best = pair;
  }
  const [left, right] = best?.split(" ") ?? [];
  return left !== undefined && right !== undefined ? ([left, right] as const) : undefined;
}

function merged(parts: readonly string[], [left, right]: readonly [string, string]): string[] {
  const result: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const here = parts[index] ?? "";
    const joins = here === left && parts[index + 1] === right;
    result.push(joins ? left + right : here);
    if (joins) index += 1;
  }
  return result;
}
