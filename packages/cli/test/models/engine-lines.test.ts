import type { ListedEngine } from "@kestrel/protocol/api";
import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { engineLines } from "../../src/models/engine-lines.ts";

const say = await speaker("en");
const lead = (label: string): ListedEngine => ({
  id: "lead",
  roles: [],
  waits: false,
  status: { source: "self", state: "ready", label },
});

it("names the model that runs as `kestrel models` lists it, beside the name in its file", () => {
  const engines = [lead("Qwen2.5 Coder 0.5B Instruct")];
  expect(engineLines({ engines, loaded: "qwen2.5-coder-0.5b-q4_k_m" }, say)[0]).toBe(
    "qwen2.5-coder-0.5b-q4_k_m · Qwen2.5 Coder 0.5B Instruct: ready",
  );
  expect(engineLines({ engines: [lead("tiny")], loaded: "tiny" }, say)[0]).toBe("tiny: ready");
  // A server's model is on no disk of ours.
  expect(engineLines({ engines: [lead("qwen3:8b")] }, say)[0]).toBe("qwen3:8b: ready");
});
