import { join } from "node:path";
import { createEmbedder } from "@kestrel/backends";
import { beforeAll, describe, expect, it } from "vitest";
import { testEngine } from "../machine.ts";
import { writeRandomModel } from "../models/random-model.ts";
import { servedFolder } from "./served-models.ts";
import type { RunningServer } from "./start-llama-server.ts";

const never = new AbortController().signal;

describe.skipIf(testEngine === undefined)("embeddings of a real llama-server of their own", () => {
  const serve = servedFolder((folder) => writeRandomModel(join(folder, "random.gguf"), "llama"));
  let server: RunningServer;
  beforeAll(async () => {
    server = await serve("random.gguf", "--embeddings", "--pooling", "mean", "-c", "2048");
  });

  it("are of length one, in the order of the texts over many requests, the same for the same text", async () => {
    const embedder = createEmbedder({ kind: "llama-cpp", url: server.url });
    const texts = Array.from({ length: 70 }, (_, at) => `text ${at % 35} \ud83d`);
    const vectors = await embedder.embed(texts, never);
    expect(vectors).toHaveLength(70);
    for (const [at, vector] of vectors.slice(0, 35).entries()) {
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      const likeness = vectors.map((other) =>
        vector.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0),
      );
      expect(likeness[at + 35]).toBeCloseTo(1, 3);
      expect(likeness.filter((like) => like > 0.9999)).toHaveLength(2);
    }
  });

  it("are refused by name for a text that is longer than the batch", async () => {
    const embedder = createEmbedder({ kind: "llama-cpp", url: server.url });
    await expect(embedder.embed(["word ".repeat(4_000)], never)).rejects.toMatchObject({
      code: "context_overflow",
      params: { hint: "smaller_texts", retryable: false },
    });
  });
});
