import type { ModelOnDisk, ModelProfile } from "@kestrel/protocol/api";

const GiB = 2 ** 30;
const MiB = 2 ** 20;

/** Models as a scan finds them: one large, one small, one whose download was cut. */
export const modelsHere: readonly ModelOnDisk[] = [
  {
    id: "qwen3-30b-a3b-q4_k_m",
    name: "Qwen3 30B A3B",
    path: "/home/ada/models/Qwen3-30B-A3B-Q4_K_M.gguf",
    place: "configured",
    bytes: 17.3 * GiB,
    parts: 1,
    architecture: "qwen3moe",
    parameters: 30_532_122_624,
    quantisation: "Q4_K_M",
    trainedWindow: 40_960,
    memory: { window: 32_768, weights: 17.3 * GiB, cache: 3 * GiB, perThousand: 94 * MiB },
  },
  {
    id: "gemma-3-4b-it-q4_0",
    name: "Gemma 3 4B it",
    path: "/home/ada/.cache/lm-studio/models/lmstudio-community/gemma-3-4b-it-GGUF/gemma-3-4b-it-Q4_0.gguf",
    place: "lm-studio",
    bytes: 2.4 * GiB,
    parts: 1,
    projector: "/home/ada/.cache/lm-studio/models/lmstudio-community/gemma-3-4b-it-GGUF/mmproj.gguf",
    architecture: "gemma3",
    parameters: 3_880_099_328,
    quantisation: "Q4_0",
    trainedWindow: 131_072,
    memory: { window: 32_768, weights: 2.4 * GiB, cache: 0.7 * GiB, perThousand: 20 * MiB },
  },
  {
    id: "llama-3.3-70b-instruct-q3_k_s",
    name: "Llama 3.3 70B Instruct",
    path: "/home/ada/.cache/huggingface/hub/models--meta-llama/llama-3.3-70b-q3_k_s-00001-of-00002.gguf",
    place: "hugging-face",
    bytes: 14.1 * GiB,
    parts: 2,
    architecture: "llama",
    quantisation: "Q3_K_S",
    damaged: "part 2 of 2 is missing",
  },
];

export const profile: ModelProfile = {
  server: "llama.cpp b6420",
  model: "Qwen3-30B-A3B-Q4_K_M",
  template: "c1f3a9b2",
  window: 65_536,
  audit: { call: true, user: false, without: true },
  reasoning: "omit",
  reuse: "full",
  speed: { prefill: 412.5, generation: 38.2 },
  calls: "native",
};
