import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attentionShape } from "../../packages/runtime/src/models/attention-shape.ts";
import { type CacheType, estimateMemory } from "../../packages/runtime/src/models/estimate-memory.ts";
import {
  type GgufHeader,
  type GgufValue,
  readGgufHeader,
} from "../../packages/runtime/src/models/gguf-header.ts";
import { BufferSizes } from "../../packages/runtime/src/models/read-buffer-sizes.ts";
import type { Architecture } from "../models/architecture.ts";
import { writeRandomModel } from "../models/random-model.ts";

/** Logs of llama-server 0.7.0 (build 11669) with these very models: `-c 20000 -np 1 -fa on -lv 4`, cut to what speaks of memory. */
const logs = join(import.meta.dirname, "../../packages/runtime/test/fixtures/engine-logs");

describe("what a model takes, estimated from its header", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-estimate-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const cases = (["llama", "gemma3", "lfm2"] as const).flatMap((architecture) =>
    (["f16", "q8_0"] as const).map((type) => [architecture, type] as const),
  );
  it.each(cases)(
    "%s with a cache in %s is what the engine's log says, within 5 %",
    async (architecture, type) => {
      const { weights, cache } = await estimated(architecture, type);
      const taken = new BufferSizes();
      for (const line of (await readFile(join(logs, `${architecture}-${type}.log`), "utf8")).split("\n")) {
        taken.hear(line);
      }
      const said = taken.taken();
      expect(Math.abs(weights / (said?.weights ?? 0) - 1)).toBeLessThan(0.05);
      expect(Math.abs(cache / (said?.cache ?? 0) - 1)).toBeLessThan(0.05);
      expect(said?.compute).toBeGreaterThan(0);
    },
  );

  async function estimated(architecture: Architecture, type: CacheType) {
    const path = join(folder, `${architecture}.gguf`);
    await writeRandomModel(path, architecture, { width: 256 });
    const header = await readGgufHeader(path);
    const shape = attentionShape(header);
    if (!shape) return expect.fail("the header tells no shape");
    const weights = header.bytes - header.dataStart;
    return estimateMemory({ weights, shape, window: 20_000, keyType: type, valueType: type });
  }
});

describe("kinds of attention, from the headers of real models", () => {
  const cachePerThousand = (values: Record<string, GgufValue>, window = 32_768) => {
    const metadata = new Map(Object.entries(values));
    const header: GgufHeader = { bytes: 0, dataStart: 0, parameters: 0, metadata };
    const shape = attentionShape(header);
    if (!shape) return expect.fail("the header tells no shape");
    return estimateMemory({ weights: 0, shape, window });
  };

  it("counts only the heads that keys and values have (Qwen3 8B: 144 KiB a token)", () => {
    const { cachePerThousand: thousand } = cachePerThousand({
      "general.architecture": "qwen3",
      "qwen3.block_count": 36,
      "qwen3.embedding_length": 4096,
      "qwen3.attention.head_count": 32,
      "qwen3.attention.head_count_kv": 8,
      "qwen3.attention.key_length": 128,
      "qwen3.attention.value_length": 128,
    });
    expect(thousand).toBe(147_456_000);
  });

  it("counts one compressed vector for all heads (DeepSeek V2 Lite: 30 KiB a token)", () => {
    const { cachePerThousand: thousand } = cachePerThousand({
      "general.architecture": "deepseek2",
      "deepseek2.block_count": 27,
      "deepseek2.embedding_length": 2048,
      "deepseek2.attention.head_count": 16,
      "deepseek2.attention.head_count_kv": 1,
      "deepseek2.attention.kv_lora_rank": 512,
      "deepseek2.attention.key_length": 576,
      "deepseek2.attention.value_length": 512,
      "deepseek2.rope.dimension_count": 64,
    });
    expect(thousand).toBe(31_104_000);
  });

  it("lets a sliding window cost the same whatever the whole window is", () => {
    const gemma = {
      "general.architecture": "gemma3",
      "gemma3.block_count": 6,
      "gemma3.embedding_length": 1152,
      "gemma3.attention.head_count": 4,
      "gemma3.attention.head_count_kv": 1,
      "gemma3.attention.key_length": 256,
      "gemma3.attention.value_length": 256,
      "gemma3.attention.sliding_window": 512,
    };
    const [small, large] = [cachePerThousand(gemma, 8192), cachePerThousand(gemma, 16_384)];
    // One layer of six sees everything: 1 head x 256 numbers x 2 bytes, for keys and for values.
    expect(large.cache - small.cache).toBe(8192 * 1024);
  });

  it("counts a state once, not for each token (a hybrid with attention in every fourth layer)", () => {
    const hybrid = {
      "general.architecture": "qwen35",
      "qwen35.block_count": 8,
      "qwen35.embedding_length": 2048,
      "qwen35.full_attention_interval": 4,
      "qwen35.attention.head_count": 16,
      "qwen35.attention.head_count_kv": 2,
      "qwen35.attention.key_length": 256,
      "qwen35.attention.value_length": 256,
      "qwen35.ssm.conv_kernel": 4,
      "qwen35.ssm.inner_size": 4096,
      "qwen35.ssm.state_size": 128,
      "qwen35.ssm.group_count": 16,
    };
    const { cache, cachePerThousand: thousand } = cachePerThousand(hybrid, 1024);
    expect(thousand).toBe(2 * 2 * 512 * 2 * 1000);
    expect(cache - 2 * 2 * 512 * 2 * 1024).toBe(6 * 4 * (3 * (4096 + 2 * 16 * 128) + 128 * 4096));
  });
});
