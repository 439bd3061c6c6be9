import type { GgufHeader } from "./gguf-header.ts";

/** The cache of one layer. Counts are numbers per token, or per conversation for a state. */
type LayerMemory =
  | { kind: "full" | "window"; keys: number; values: number }
  | { kind: "state"; numbers: number };

/** A model's cache, layer by layer. */
export type AttentionShape = {
  layers: readonly LayerMemory[];
  /** Tokens in a sliding window. */
  slidingWindow?: number;
};

/** In a sliding-window model each n-th layer has full attention, when the file does not specify it. */
const fullEvery: Readonly<Record<string, number>> = {
  gemma2: 2,
  gemma3: 6,
  gemma3n: 5,
  cohere2: 4,
  olmo2: 4,
  exaone4: 4,
  "gpt-oss": 2,
};

/** Reads the cache's shape from a header; undefined when the header lacks it. */
export function attentionShape({ metadata }: GgufHeader): AttentionShape | undefined {
  const architecture = metadata.get("general.architecture");
  if (typeof architecture !== "string") return undefined;
  const get = (key: string) => metadata.get(`${architecture}.${key}`);
  const number = (key: string) => {
    const value = get(key);
    return typeof value === "number" ? value : undefined;
  };
  const perLayer = (key: string, layer: number) => {
    const value = get(key);
    return Array.isArray(value) ? (value[layer] as number | undefined) : number(key);
  };
  const blocks = number("block_count");
  const width = number("embedding_length");
  if (blocks === undefined || width === undefined) return undefined;
  const heads = (layer: number) => perLayer("attention.head_count", layer) ?? 1;
  const keyHeads = (layer: number) => perLayer("attention.head_count_kv", layer) ?? heads(layer);
  const slidingWindow = number("attention.sliding_window");
  const latent = number("attention.kv_lora_rank");
  const fullInterval = number("full_attention_interval");
  // Multi-token prediction layers are not part of an ordinary run; the last layers may share the cache of others.
  const count = blocks - (number("nextn_predict_layers") ?? 0) - (number("attention.shared_kv_layers") ?? 0);

  const isRecurrent = (layer: number) =>
    fullInterval === undefined ? keyHeads(layer) === 0 : (layer + 1) % fullInterval !== 0;
  const isWindowed = (layer: number) => {
    if (slidingWindow === undefined || slidingWindow === 0) return false;
    const pattern = get("attention.sliding_window_pattern");
    if (Array.isArray(pattern)) return pattern[layer] === 1;
    const every = typeof pattern === "number" ? pattern : fullEvery[architecture];
    return every !== undefined && (layer + 1) % every !== 0;
  };
  const layerAt = (layer: number): LayerMemory => {
    if (isRecurrent(layer)) return { kind: "state", numbers: stateNumbers(number, width) };
    // One compressed vector replaces the keys and values of all heads.
    if (latent !== undefined && latent > 0) {
      return { kind: "full", keys: latent + (number("rope.dimension_count") ?? 0), values: 0 };
    }
    const usual = width / heads(layer);
    const windowed = isWindowed(layer);
    const length = (key: string) => (windowed ? number(`attention.${key}_swa`) : undefined);
    const keyLength = length("key_length") ?? number("attention.key_length") ?? usual;
    const valueLength = length("value_length") ?? number("attention.value_length") ?? usual;
    return {
      kind: windowed ? "window" : "full",
      keys: keyHeads(layer) * keyLength,
      values: keyHeads(layer) * valueLength,
    };
  };
  return { layers: Array.from({ length: count }, (_, layer) => layerAt(layer)), slidingWindow };
}

/** A short convolution stores its last inputs; a state-space layer also its state. */
function stateNumbers(number: (key: string) => number | undefined, width: number): number {
  const convolution = number("shortconv.l_cache");
  if (convolution !== undefined) return (convolution - 1) * width;
  const inner = number("ssm.inner_size") ?? 0;
  const state = number("ssm.state_size") ?? 0;
  const groups = number("ssm.group_count") ?? 0;
  const kernel = number("ssm.conv_kernel") ?? 1;
  return (kernel - 1) * (inner + 2 * groups * state) + state * inner;
}
