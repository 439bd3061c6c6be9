import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Architecture, convolutionSpan, slidingWindow } from "./architecture.ts";
import { chatTemplate } from "./chat-template.ts";
import { encodeGguf, f32, integers, type Metadata, text, u32 } from "./gguf/encode-gguf.ts";
import { type Tensor, tensorOf } from "./gguf/tensor.ts";
import { seededRandom } from "./seeded-random.ts";
import { buildVocabulary } from "./vocabulary/vocabulary.ts";

export interface RandomModelSettings {
  /** Tokens; 32768 unless given. */
  window?: number;
  seed?: number;
  /** Of a token's vector, 64 unless given; a head takes a quarter. A quantised cache needs heads of 32 and more. */
  width?: number;
}

const usualWidth = 64;
const heads = 4;
const keyHeads = 2;
const feedForward = 128;
const layers = { llama: 2, gemma3: 6, lfm2: 4 };
/** Layers of the hybrid model that attend; the others convolve. */
const attends = (layer: number) => layer % 2 === 1;

/**
 * A tiny model that talks nonsense: for what needs a real engine but no sense, above all how each kind of attention
 * keeps its cache. The same seed gives the same bytes.
 */
export function buildRandomModel(architecture: Architecture, settings: RandomModelSettings = {}): Uint8Array {
  const { window = 32_768, seed = 1, width = usualWidth } = settings;
  const vocabulary = buildVocabulary();
  const metadata: Metadata = {
    "general.architecture": text(architecture),
    "general.name": text(`random-${architecture}`),
    "general.file_type": u32(1),
    [`${architecture}.context_length`]: u32(window),
    [`${architecture}.embedding_length`]: u32(width),
    [`${architecture}.block_count`]: u32(layers[architecture]),
    [`${architecture}.feed_forward_length`]: u32(feedForward),
    [`${architecture}.attention.head_count`]: u32(heads),
    [`${architecture}.attention.layer_norm_rms_epsilon`]: f32(1e-6),
    [`${architecture}.rope.freq_base`]: f32(10_000),
    [`${architecture}.vocab_size`]: u32(vocabulary.size),
    ...traits(architecture, width / heads),
    ...vocabulary.metadata(chatTemplate),
  };
  return encodeGguf(metadata, tensorsOf(architecture, vocabulary.size, seed, width));
}

/** Writes the model to `path`, making its folder if need be. */
export async function writeRandomModel(
  path: string,
  architecture: Architecture,
  settings?: RandomModelSettings,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, buildRandomModel(architecture, settings));
}

function traits(architecture: Architecture, headSize: number): Metadata {
  switch (architecture) {
    case "llama":
      return { "llama.attention.head_count_kv": u32(keyHeads), "llama.rope.dimension_count": u32(headSize) };
    case "gemma3":
      return {
        "gemma3.attention.head_count_kv": u32(keyHeads),
        "gemma3.attention.key_length": u32(headSize),
        "gemma3.attention.value_length": u32(headSize),
        "gemma3.attention.sliding_window": u32(slidingWindow),
      };
    case "lfm2":
      return {
        "lfm2.attention.head_count_kv": integers(
          Array.from({ length: layers.lfm2 }, (_, layer) => (attends(layer) ? keyHeads : 0)),
        ),
        "lfm2.shortconv.l_cache": u32(convolutionSpan),
      };
    default:
      return architecture satisfies never;
  }
}

function tensorsOf(
  architecture: Architecture,
  vocabularySize: number,
  seed: number,
  width: number,
): Tensor[] {
  const headSize = width / heads;
  const random = seededRandom(seed);
  const matrix = (name: string, columns: number, rows: number, scale = columns ** -0.5) =>
    tensorOf("f16", `${name}.weight`, [columns, rows], () => random.normal() * scale);
  const norm = (name: string, extent = width) => tensorOf("f32", `${name}.weight`, [extent], () => 1);

  const attention = (block: string) => [
    ...(architecture === "llama"
      ? []
      : [norm(`${block}attn_q_norm`, headSize), norm(`${block}attn_k_norm`, headSize)]),
    matrix(`${block}attn_q`, width, heads * headSize),
    matrix(`${block}attn_k`, width, keyHeads * headSize),
    matrix(`${block}attn_v`, width, keyHeads * headSize),
    matrix(`${block}attn_output`, heads * headSize, width),
  ];
  const convolution = (block: string) => [
    tensorOf("f32", `${block}shortconv.conv.weight`, [convolutionSpan, width], () => random.normal() / 2),
    matrix(`${block}shortconv.in_proj`, width, 3 * width),
    matrix(`${block}shortconv.out_proj`, width, width),
  ];
  const layer = (index: number): Tensor[] => {
    const block = `blk.${index}.`;
    const aroundNorms = architecture === "gemma3" ? ["post_attention_norm", "post_ffw_norm"] : [];
    return [
      ...["attn_norm", "ffn_norm", ...aroundNorms].map((name) => norm(block + name)),
      ...(architecture === "lfm2" && !attends(index) ? convolution(block) : attention(block)),
      matrix(`${block}ffn_gate`, width, feedForward),
      matrix(`${block}ffn_up`, width, feedForward),
      matrix(`${block}ffn_down`, feedForward, width),
    ];
  };
  const ends = {
    llama: () => [norm("output_norm"), matrix("output", width, vocabularySize, 2 / Math.sqrt(width))],
    gemma3: () => [norm("output_norm")],
    lfm2: () => [norm("token_embd_norm")],
  };
  return [
    matrix("token_embd", width, vocabularySize, architecture === "llama" ? 1 : 0.3),
    ...ends[architecture](),
    ...Array.from({ length: layers[architecture] }, (_, index) => layer(index)).flat(),
  ];
}
