import type { ModelOnDisk } from "@kestrel/protocol/api";
import { expect, it } from "vitest";
import { modelCalled, namesOnDisk, shownName } from "../../src/models/model-called.ts";

const model = (id: string, name: string, title?: string): ModelOnDisk => ({
  ...{ id, name, title, path: `/models/${name}.gguf`, place: "configured", bytes: 1, parts: 1 },
});
const models = [
  model("random-q8_0", "random-Q8_0", "random-llama"),
  model("qwen3-4b-q4", "Qwen3-4B-Q4"),
  model("qwen3-8b-q4", "Qwen3-8B-Q4"),
  model("tiny-0a1b2c", "tiny"),
  model("tiny-ffee00", "tiny"),
];

it.each([
  ["random-q8_0", "random-q8_0"],
  ["random-Q8_0", "random-q8_0"],
  ["random-Q8_0.gguf", "random-q8_0"],
  ["random", "random-q8_0"],
  ["Random-Llama", "random-q8_0"],
  ["qwen3-8", "qwen3-8b-q4"],
  ["qwen3", undefined],
  ["tiny-0", "tiny-0a1b2c"],
  ["tiny", undefined],
  ["", undefined],
])("%s is %s", (text, id) => {
  expect(modelCalled(models, text, namesOnDisk)?.id).toBe(id);
});

it("shows the file's name, and the mark where two files have one name", () => {
  expect(models.map(shownName)).toEqual([
    "random-Q8_0",
    "Qwen3-4B-Q4",
    "Qwen3-8B-Q4",
    "tiny-0a1b2c",
    "tiny-ffee00",
  ]);
});
