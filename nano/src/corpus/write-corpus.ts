import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { rendered } from "../chat/render.ts";
import { conversation, offeredTools } from "../conversation.ts";
import type { Mixture } from "../scene.ts";
import { encoder } from "../tokenizer/encoder.ts";
import type { Vocabulary } from "../tokenizer/learn.ts";

export type Part = {
  folder: string;
  name: string;
  firstSeed: number;
  tokens: number;
  window: number;
  mixture: Mixture;
};

/**
 * Writes one part of the corpus: `name.tokens` (16-bit numbers), `name.weights` (a byte per token, 255 for a whole
 * lesson), `name.lengths` (32-bit, one per conversation). Returns how many conversations and tokens there are.
 */
export function writeCorpus(part: Part, vocabulary: Vocabulary) {
  const { folder, name, firstSeed, tokens, window, mixture } = part;
  mkdirSync(folder, { recursive: true });
  const encode = encoder(vocabulary);
  const open = (what: string) => openSync(join(folder, `${name}.${what}`), "w");
  const files = { tokens: open("tokens"), weights: open("weights") };
  const lengths: number[] = [];
  let written = 0;
  let seed = firstSeed;
  for (; written < tokens; seed += 1) {
    const numbers: number[] = [];
    const weights: number[] = [];
    const turns = conversation(seed, mixture);
    for (const { text, weight } of rendered(turns, offeredTools(seed, turns))) {
      const more = encode(text);
      numbers.push(...more);
      for (const _ of more) weights.push(Math.round(weight * 255));
    }
    if (numbers.length > window) continue;
    writeSync(files.tokens, Uint16Array.from(numbers));
    writeSync(files.weights, Uint8Array.from(weights));
    lengths.push(numbers.length);
    written += numbers.length;
  }
  closeSync(files.tokens);
  closeSync(files.weights);
  writeFileSync(join(folder, `${name}.lengths`), Uint32Array.from(lengths));
  return { conversations: lengths.length, tokens: written, nextSeed: seed };
}
