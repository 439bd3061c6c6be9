import { type Architecture, convolutionSpan, slidingWindow } from "../architecture.ts";
import { integers, type Metadata, u32 } from "../gguf/encode-gguf.ts";
import { SparseMatrix, type Tensor, tensorOf } from "../gguf/tensor.ts";
import type { Layout } from "./layout.ts";

/** The layers of a scripted model: one of them, with full attention, does all the work; the others add nothing. */
export interface Body {
  width: number;
  metadata: Metadata;
  tensors: readonly Tensor[];
  /** What the norm before the output is called there. */
  outputNorm: string;
}

const headSize = 128;
/** The rotary pair that serves as a clock, and its angle over one window; the last pair hardly turns at all. */
const clockPair = 40;
const clockAngle = 1.9;
/** Where the clock stands for the newest token: on a slope that falls all the way to the oldest. */
const clockStart = 0.6;
/** Attention score between newest and oldest marker: high enough that a few tokens decide, low enough for half floats. */
const attention = 7000;
const feedForward = 32;
/** Which layers attend to everything: in gemma3 every sixth, in lfm2 those with key heads. */
const layers = { llama: 1, gemma3: 6, lfm2: 2 };

export function bodyOf(architecture: Architecture, layout: Layout): Body {
  const plain = architecture === "llama";
  // The others want heads that fill the whole width.
  const width = Math.ceil(layout.width / (plain ? 32 : headSize)) * (plain ? 32 : headSize);
  const heads = plain ? Math.ceil(layout.states / headSize) : width / headSize;
  const working = layers[architecture] - 1;
  const named = (settings: Metadata): Metadata =>
    Object.fromEntries(Object.entries(settings).map(([key, value]) => [`${architecture}.${key}`, value]));
  const keyHeads =
    architecture === "lfm2"
      ? integers(Array.from({ length: layers.lfm2 }, (_, layer) => (layer === working ? heads : 0)))
      : u32(heads);
  return {
    width,
    metadata: named({
      embedding_length: u32(width),
      block_count: u32(layers[architecture]),
      feed_forward_length: u32(feedForward),
      "attention.head_count": u32(heads),
      "attention.head_count_kv": keyHeads,
      "attention.key_length": u32(headSize),
      "attention.value_length": u32(headSize),
      "rope.dimension_count": u32(headSize),
      ...(architecture === "gemma3" ? { "attention.sliding_window": u32(slidingWindow) } : {}),
      ...(architecture === "lfm2" ? { "shortconv.l_cache": u32(convolutionSpan) } : {}),
    }),
    tensors: Array.from({ length: layers[architecture] }, (_, layer) =>
      layerOf(architecture, { layer, width, heads, works: layer === working }, layout),
    ).flat(),
    outputNorm: architecture === "lfm2" ? "token_embd_norm" : "output_norm",
  };
}

/** The base that makes the clock pair turn by its angle over one window. */
export function rotaryBase(window: number): number {
  return (clockAngle / window) ** (-headSize / (2 * clockPair));
}

interface Place {
  layer: number;
  width: number;
  heads: number;
  works: boolean;
}

function layerOf(architecture: Architecture, place: Place, layout: Layout): Tensor[] {
  const { layer, width, works } = place;
  const block = `blk.${layer}.`;
  const ones = (name: string) => tensorOf("f32", `${block}${name}.weight`, [width], () => 1);
  const empty = (name: string, columns: number, rows: number) =>
    new SparseMatrix(`${block}${name}.weight`, columns, rows).tensor();
  const convolves = architecture === "lfm2" && !works;
  return [
    ...["attn_norm", "ffn_norm"].map(ones),
    ...(architecture === "gemma3" ? ["post_attention_norm", "post_ffw_norm"].map(ones) : []),
    ...(convolves
      ? [
          tensorOf("f32", `${block}shortconv.conv.weight`, [convolutionSpan, width], () => 0),
          empty("shortconv.in_proj", width, 3 * width),
          empty("shortconv.out_proj", width, width),
        ]
      : attentionTensors(architecture, place, layout)),
    empty("ffn_gate", width, feedForward),
    empty("ffn_up", width, feedForward),
    empty("ffn_down", feedForward, width),
  ];
}

/**
 * Two rotary pairs are used. The last stands almost still: there markers pull and other tokens push. The clock pair is
 * filled for markers only: the newer one, the higher. The values carry the state; as many heads as the states need.
 */
function attentionTensors(architecture: Architecture, place: Place, layout: Layout): Tensor[] {
  const { layer, width, heads, works } = place;
  const block = `blk.${layer}.`;
  const inner = headSize * heads;
  const query = new SparseMatrix(`${block}attn_q.weight`, width, inner);
  const key = new SparseMatrix(`${block}attn_k.weight`, width, inner);
  const value = new SparseMatrix(`${block}attn_v.weight`, width, inner);
  const result = new SparseMatrix(`${block}attn_output.weight`, inner, width);
  const norm = Math.sqrt(width / layout.featuresPerToken);
  const sharpness = Math.sqrt(attention * Math.sqrt(headSize));
  const strength = sharpness / norm;
  const still = rotaryPair(architecture, headSize / 2 - 1);
  const clock = rotaryPair(architecture, clockPair);
  for (let row = 0; works && row < inner; row += headSize) {
    query.set(row + still.first, layout.constant, strength);
    query.set(row + clock.first, layout.constant, strength * Math.cos(clockStart));
    query.set(row + clock.second, layout.constant, strength * Math.sin(clockStart));
    key.set(row + still.first, layout.reads, strength);
    key.set(row + clock.first, layout.reads, strength / 2);
    key.set(row + clock.first, layout.constant, strength / 2);
  }
  for (let state = 0; works && state < layout.states; state += 1) {
    value.set(state, layout.setsState + state, 1 / norm);
    result.set(layout.hasState + state, state, 1);
  }
  const matrices = [query, key, value, result].map((matrix) => matrix.tensor());
  if (architecture === "llama") return matrices;
  // Queries and keys of two filled pairs are brought to one length there; this brings back the sharpness.
  const sharpen = (name: string) =>
    tensorOf("f32", `${block}${name}.weight`, [headSize], () => sharpness / Math.sqrt(headSize / 2));
  return [...matrices, sharpen("attn_q_norm"), sharpen("attn_k_norm")];
}

/** Where the two halves of a rotary pair lie: side by side in llama, half a head apart in the others. */
function rotaryPair(architecture: Architecture, pair: number): { first: number; second: number } {
  if (architecture === "llama") return { first: 2 * pair, second: 2 * pair + 1 };
  return { first: pair, second: pair + headSize / 2 };
}
