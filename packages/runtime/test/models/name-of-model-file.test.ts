import { expect, it } from "vitest";
import { nameOfModelFile } from "../../src/models/name-of-model-file.ts";

const cache = "/home/ada/.cache/huggingface/hub/models--org--Kite-7B-GGUF/snapshots/abc";

it.each([
  ["/models/random-Q8_0.gguf", "random-Q8_0"],
  ["/models/Kite-00001-of-00002.GGUF", "Kite"],
  [`${cache}/Kite-7B-Q4_K_M.gguf`, "Kite-7B-Q4_K_M"],
  [`${cache}/model-00001-of-00002.gguf`, "Kite-7B-GGUF-model"],
  [`${cache}/ggml-model-q4_0.gguf`, "Kite-7B-GGUF-ggml-model-q4_0"],
  ["/models/model.gguf", "model"],
])("%s is called %s", (path, name) => {
  expect(nameOfModelFile(path)).toBe(name);
});
