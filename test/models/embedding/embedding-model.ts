import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { encodeGguf, f32, flag, integers, type Metadata, text, texts, u32 } from "../gguf/encode-gguf.ts";
import { type Tensor, tensorOf } from "../gguf/tensor.ts";
import { seededRandom } from "../seeded-random.ts";
import { meaningless, thesaurus } from "./thesaurus.table.ts";

/** Of a vector, and so the width of the model. */
const width = 256;
/** The one layer adds nothing; these are as small as its shapes allow. */
const heads = 4;
const feedForward = 64;
/** Tokens; a card of a skill has 40 to 300. */
const window = 2_048;
/** Beside it what the norm would divide by is nothing: a token keeps its weight to the end. */
const hugeEpsilon = 1e8;
/** What tells a word from the others of its line. */
const ownShare = 0.5;

/** Of what says nothing. */
const nowhere: readonly number[] = Array.from({ length: width }, () => 0);

const specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
const begins = "\u2581";
const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/**
 * A model that knows which words mean nearly the same and nothing else: the vector of a text is the mean of its words', and a word
 * lies where its lines of the thesaurus lie. Without `knows` each word lies by itself, which is what hashing gives.
 */
function buildEmbeddingModel(knows: "meanings" | "spelling" = "meanings"): Uint8Array {
  const vectors = knows === "meanings" ? { ...spelled(), ...meant() } : spelled();
  const tokens = [...specials, ...Object.keys(vectors)];
  const metadata: Metadata = {
    "general.architecture": text("llama"),
    "general.name": text(`embedding-by-${knows}`),
    "general.file_type": u32(1),
    "llama.context_length": u32(window),
    "llama.embedding_length": u32(width),
    "llama.block_count": u32(1),
    "llama.feed_forward_length": u32(feedForward),
    "llama.attention.head_count": u32(heads),
    "llama.attention.head_count_kv": u32(heads),
    "llama.attention.layer_norm_rms_epsilon": f32(hugeEpsilon),
    "llama.rope.dimension_count": u32(width / heads),
    "llama.vocab_size": u32(tokens.length),
    "llama.pooling_type": u32(1),
    "tokenizer.ggml.model": text("bert"),
    "tokenizer.ggml.pre": text("default"),
    "tokenizer.ggml.tokens": texts(tokens),
    "tokenizer.ggml.token_type": integers(tokens.map((_, at) => (at < specials.length ? 3 : 1))),
    "tokenizer.ggml.padding_token_id": u32(0),
    "tokenizer.ggml.unknown_token_id": u32(1),
    "tokenizer.ggml.bos_token_id": u32(2),
    "tokenizer.ggml.eos_token_id": u32(3),
    "tokenizer.ggml.cls_token_id": u32(2),
    "tokenizer.ggml.seperator_token_id": u32(3),
    "tokenizer.ggml.mask_token_id": u32(4),
    "tokenizer.ggml.add_bos_token": flag(true),
  };
  const rows = Object.values(vectors);
  return encodeGguf(metadata, tensorsOf(rows, tokens.length));
}

/** Writes the model to `path`, making its folder if need be. */
export async function writeEmbeddingModel(path: string, knows?: "meanings" | "spelling"): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, buildEmbeddingModel(knows));
}

type Vectors = Record<string, readonly number[]>;

/** A direction of its own for a word or a piece, always the same. */
function direction(word: string): number[] {
  let seed = 0x811c9dc5;
  for (const sign of word) seed = Math.imul(seed ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  const random = seededRandom(seed >>> 0);
  const vector = Array.from({ length: width }, () => random.normal());
  return scaled(vector, 1);
}

/** A vector of this length. */
function scaled(vector: readonly number[], length: number): number[] {
  const now = Math.hypot(...vector);
  return vector.map((value) => (now === 0 ? 0 : (value * length) / now));
}

function sum(...vectors: (readonly number[])[]): number[] {
  return Array.from({ length: width }, (_, at) =>
    vectors.reduce((all, vector) => all + (vector[at] ?? 0), 0),
  );
}

/** Pieces that any word can be written in: pairs of letters, and single ones that weigh little. Endings weigh nothing. */
function spelled(): Vectors {
  const vectors: Vectors = {};
  const pairs = [...letters].flatMap((first) => [...letters].map((second) => first + second));
  for (const piece of [...letters, ...pairs]) {
    const weight = piece.length === 1 ? 0.1 : 0.4;
    vectors[begins + piece] = scaled(direction(piece), weight);
    vectors[piece] = scaled(direction(piece), weight);
  }
  for (const ending of ["s", "es", "ed", "d", "ing", "er", "ly", "ies", "tion"]) vectors[ending] = nowhere;
  for (const word of words(meaningless)) vectors[begins + word] = nowhere;
  // Every sign of Chinese by itself: a tokenizer of this kind knows no words there.
  for (let code = 0x4e00; code <= 0x9fa5; code++) {
    const sign = String.fromCharCode(code);
    vectors[begins + sign] ??= scaled(direction(sign), 0.6);
  }
  return vectors;
}

/** Words and signs where the lines of the thesaurus that have them lie. */
function meant(): Vectors {
  const vectors: Vectors = {};
  const places = new Map<string, number[][]>();
  const lines = thesaurus.trim().split("\n");
  for (const line of lines) {
    const [english = "", chinese = ""] = line.split("|");
    const place = direction(`line ${english}`);
    for (const word of words(english)) places.set(word, [...(places.get(word) ?? []), place]);
    for (const sign of new Set(chinese.replace(/\s/g, "")))
      places.set(sign, [...(places.get(sign) ?? []), scaled(place, 0.7)]);
  }
  const dull = new Set(words(meaningless));
  for (const [word, found] of places) {
    if (dull.has(word)) continue;
    // A word of many lines says less about each.
    const meaning = scaled(sum(...found), 1 / Math.sqrt(found.length));
    const han = /\p{Script=Han}/u.test(word);
    vectors[begins + word] = scaled(
      sum(meaning, scaled(direction(word), ownShare)),
      (han ? 0.7 : 1) / Math.sqrt(found.length),
    );
  }
  return vectors;
}

function words(line: string): string[] {
  return line.split(/[\s-]+/).filter((word) => word !== "");
}

function tensorsOf(rows: readonly (readonly number[])[], size: number): Tensor[] {
  const nothing = (name: string, columns: number, count: number) =>
    tensorOf("f16", `${name}.weight`, [columns, count], () => 0);
  const norm = (name: string) => tensorOf("f32", `${name}.weight`, [width], () => Math.sqrt(hugeEpsilon));
  const block = "blk.0.";
  const flat = rows.flat();
  return [
    tensorOf("f16", "token_embd.weight", [width, size], (at) => flat[at - specials.length * width] ?? 0),
    norm("output_norm"),
    norm(`${block}attn_norm`),
    norm(`${block}ffn_norm`),
    nothing(`${block}attn_q`, width, width),
    nothing(`${block}attn_k`, width, width),
    nothing(`${block}attn_v`, width, width),
    nothing(`${block}attn_output`, width, width),
    nothing(`${block}ffn_gate`, width, feedForward),
    nothing(`${block}ffn_up`, width, feedForward),
    nothing(`${block}ffn_down`, feedForward, width),
  ];
}
