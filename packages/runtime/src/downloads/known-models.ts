import type { ModelOnDisk } from "@kestrel/protocol/api";
import type { KnownModel, MachineForModels } from "@kestrel/protocol/downloads";

type Row = Omit<KnownModel, "need" | "fit" | "speed" | "here">;

const qwen = "Apache-2.0";

/**
 * Good small models by memory use. Sizes are from their file pages (`exact`: to the byte), licence, window and shape from their
 * model cards; `perThousand` is 2 × layers × KV heads × head size × 2 bytes × 1,000. Checksums come from the hub at download.
 */
const modelTable: readonly Row[] = [
  {
    name: "qwen2.5-coder-1.5b",
    source: "hf:Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF:qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    quantisation: "Q4_K_M",
    ...{ bytes: 1_117_320_768, exact: true, licence: qwen, window: 32_768, perThousand: 28_672_000 },
    ...{ parameters: 1_540_000_000, active: 1_540_000_000, goodFor: "code", measured: true },
  },
  {
    name: "qwen3-1.7b",
    source: "hf:Qwen/Qwen3-1.7B-GGUF:Qwen3-1.7B-Q8_0.gguf",
    quantisation: "Q8_0",
    ...{ bytes: 1_834_426_016, exact: true, licence: qwen, window: 32_768, perThousand: 114_688_000 },
    ...{ parameters: 1_700_000_000, active: 1_700_000_000, goodFor: "reasoning" },
  },
  {
    name: "qwen3-4b",
    source: "hf:Qwen/Qwen3-4B-GGUF:Qwen3-4B-Q4_K_M.gguf",
    quantisation: "Q4_K_M",
    ...{ bytes: 2_497_280_256, exact: true, licence: qwen, window: 32_768, perThousand: 147_456_000 },
    ...{ parameters: 4_000_000_000, active: 4_000_000_000, goodFor: "reasoning" },
  },
  {
    name: "gemma-3-4b",
    source: "hf:ggml-org/gemma-3-4b-it-GGUF:gemma-3-4b-it-Q4_K_M.gguf",
    quantisation: "Q4_K_M",
    // 2.49 GB and a projector of 851 MB.
    ...{ bytes: 3_341_000_000, exact: false, licence: "Gemma", window: 131_072, perThousand: 20_480_000 },
    ...{ parameters: 3_880_000_000, active: 3_880_000_000, goodFor: "images" },
  },
  {
    name: "qwen2.5-coder-7b",
    source: "hf:Qwen/Qwen2.5-Coder-7B-Instruct-GGUF:qwen2.5-coder-7b-instruct-q4_k_m.gguf",
    quantisation: "Q4_K_M",
    ...{ bytes: 4_680_000_000, exact: false, licence: qwen, window: 32_768, perThousand: 57_344_000 },
    ...{ parameters: 7_610_000_000, active: 7_610_000_000, goodFor: "code" },
  },
  {
    name: "qwen3-8b",
    source: "hf:Qwen/Qwen3-8B-GGUF:Qwen3-8B-Q4_K_M.gguf",
    quantisation: "Q4_K_M",
    ...{ bytes: 5_030_000_000, exact: false, licence: qwen, window: 32_768, perThousand: 147_456_000 },
    ...{ parameters: 8_200_000_000, active: 8_200_000_000, goodFor: "reasoning" },
  },
  {
    name: "qwen3-14b",
    source: "hf:Qwen/Qwen3-14B-GGUF:Qwen3-14B-Q4_K_M.gguf",
    quantisation: "Q4_K_M",
    ...{ bytes: 9_000_000_000, exact: false, licence: qwen, window: 32_768, perThousand: 163_840_000 },
    ...{ parameters: 14_800_000_000, active: 14_800_000_000, goodFor: "reasoning" },
  },
  {
    name: "gpt-oss-20b",
    source: "hf:unsloth/gpt-oss-20b-GGUF:gpt-oss-20b-Q4_K_M.gguf",
    quantisation: "Q4_K_M",
    // Every second layer attends only to the last 128 tokens.
    ...{ bytes: 11_600_000_000, exact: false, licence: qwen, window: 131_072, perThousand: 24_576_000 },
    ...{ parameters: 20_900_000_000, active: 3_600_000_000, goodFor: "general" },
  },
  {
    name: "qwen3-coder-30b",
    source: "hf:unsloth/Qwen3-Coder-30B-A3B-Instruct-GGUF:Qwen3-Coder-30B-A3B-Instruct-Q4_K_M.gguf",
    quantisation: "Q4_K_M",
    ...{ bytes: 18_600_000_000, exact: false, licence: qwen, window: 262_144, perThousand: 98_304_000 },
    ...{ parameters: 30_500_000_000, active: 3_300_000_000, goodFor: "code" },
  },
];

export const knownSource = (name: string): string | undefined =>
  modelTable.find((row) => row.name === name)?.source;

/** Tokens: below this Kestrel warns that the window is small. */
const easyWindow = 16_384;
/** Bytes an engine uses to compute, beside weights and cache; measured 100 to 400 MiB. */
const computeBytes = 400 * 2 ** 20;
/** Bytes a second of memory bandwidth on an ordinary machine: two channels of DDR4, as llama.cpp reaches. */
const usualBandwidth = 25e9;

/** Tokens a second: a person reads 238 words a minute (Brysbaert 2019), at 1.3 tokens a word. A slower model is waited for. */
const readingSpeed = 5;
/** Shares of the whole memory: up to the first the system and a browser have room beside a model, up to the second a bare system. */
const easyShare = 0.75;
const mostShare = 0.9;

/**
 * Best first: by fit, then good ones by size. The fit depends on what the machine has and not on what is free now.
 * `bandwidth`: measured here with a loaded model.
 */
export function modelsFor(
  machine: Pick<MachineForModels, "memory" | "video">,
  onDisk: readonly Pick<ModelOnDisk, "id" | "path" | "place">[],
  bandwidth = usualBandwidth,
): KnownModel[] {
  const ranks = { good: 0, tight: 1, slow: 2, "too-large": 3 } as const;
  const video = machine.video?.bytes ?? 0;
  const fitOf = (need: number, speed: number): KnownModel["fit"] => {
    if (need > Math.max(machine.memory, video) * mostShare) return "too-large";
    if (speed < readingSpeed) return "slow";
    return need <= Math.max(machine.memory * easyShare, video * mostShare) ? "good" : "tight";
  };
  const described = modelTable.map((row): KnownModel => {
    const need = Math.round(row.bytes + (row.perThousand * easyWindow) / 1000 + computeBytes);
    const file = row.source.split(":").at(-1);
    const here = onDisk.find(({ path }) => path.split(/[\\/]/).at(-1) === file);
    const speed = bandwidth / ((row.bytes * row.active) / row.parameters);
    return { ...row, need, fit: fitOf(need, speed), speed, ...(here && { here: here.id }) };
  });
  return described.sort((one, other) => {
    const byFit = ranks[one.fit] - ranks[other.fit];
    return byFit !== 0 ? byFit : one.fit === "good" ? other.need - one.need : one.need - other.need;
  });
}
