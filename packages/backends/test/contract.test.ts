import { describe, expect, it } from "vitest";
import { modelBackendContract } from "./model-backend-contract.ts";
import { playedStage } from "./played-stage.ts";
import { llamaCppWire } from "./wires/llama-cpp.ts";
import { lmStudioWire } from "./wires/lm-studio.ts";
import { ollamaWire } from "./wires/ollama.ts";
import { openaiWire } from "./wires/openai.ts";

const wires = [llamaCppWire, lmStudioWire, ollamaWire, openaiWire];
const outcomes = wires.map((wire) => modelBackendContract(playedStage(wire)));

describe("the contract on played wires", () => {
  it("leaves no promise out", () => {
    expect(outcomes.map(({ leftOut }) => leftOut)).toEqual(wires.map(() => []));
    expect(new Set(outcomes.map(({ kept }) => kept.length)).size).toBe(1);
  });
});
