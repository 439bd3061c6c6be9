import { expect, it } from "vitest";
import { refusalOf } from "../src/index.ts";

it.each([
  ["The user's favourite drink is espresso.", undefined],
  ["用户喜欢深色主题。", undefined],
  ["The family emoji is 👨‍👩‍👧.", undefined],
  ["", "memory_empty"],
  ["   ", "memory_empty"],
  ["x".repeat(500), undefined],
  ["x".repeat(501), "memory_long"],
  ["a fact\n# and a heading", "memory_lines"],
  ["a fact\u2028and more", "memory_lines"],
  ["tea\u202eeffoc", "memory_hidden"],
  ["tea\u200bcoffee", "memory_hidden"],
  ["half \ud83d a pair", "memory_hidden"],
  ["my key is sk-proj-abcdefghijklmnop1234567890", "memory_secret"],
  ["password: correct-horse-battery", "memory_secret"],
])("looks at %j before it is kept", (content, refusal) => {
  expect(refusalOf(content)).toBe(refusal);
});
