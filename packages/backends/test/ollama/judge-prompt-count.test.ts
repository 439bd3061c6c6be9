import type { Prompt } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { judgePromptCount } from "../../src/ollama/judge-prompt-count.ts";

const promptOf = (characters: number): Prompt => ({
  messages: [{ role: "user", content: "word ".repeat(characters / 5) }],
  tools: [],
});

describe("what Ollama's count of a prompt is worth", () => {
  it.each([
    [40_000, 8_192, 9_000, "whole"],
    [40_000, 8_192, 5_000, "whole"],
    [40_000, 8_192, 300, "part"],
    [200_000, 4_096, 4_000, "dropped"],
    [40_000, 8_192, 0, "part"],
  ])("%i characters, a window of %i, %i counted: %s", (characters, window, reported, verdict) => {
    expect(judgePromptCount(promptOf(characters), window)(reported)).toBe(verdict);
  });
});
