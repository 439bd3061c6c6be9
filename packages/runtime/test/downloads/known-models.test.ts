import { expect, it } from "vitest";
import { modelsFor } from "../../src/downloads/known-models.ts";

const gib = 2 ** 30;
const fits = (machine: Parameters<typeof modelsFor>[0], bandwidth?: number) =>
  modelsFor(machine, [], bandwidth).map(({ name, fit }) => `${name} ${fit}`);

it("ranks what a person can use first: memory that the machine has, and a speed that can be read along with", () => {
  expect(fits({ memory: 23.5 * gib })).toEqual([
    "gpt-oss-20b good",
    "qwen2.5-coder-7b good",
    "qwen3-4b good",
    "qwen3-1.7b good",
    "gemma-3-4b good",
    "qwen2.5-coder-1.5b good",
    "qwen3-coder-30b tight",
    "qwen3-8b slow",
    "qwen3-14b slow",
  ]);
});

it("calls a large model slow where memory is slow, and good on a graphics processor that holds it", () => {
  expect(fits({ memory: 23.5 * gib }, 4e9).filter((line) => line.endsWith("good"))).toEqual([]);
  const graphics = { memory: 16 * gib, video: { name: "a test", bytes: 24 * gib } };
  expect(fits(graphics, 500e9)[0]).toBe("qwen3-coder-30b good");
});
