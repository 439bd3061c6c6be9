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

it("names the model that runs by its one name", () => {
  expect(engineLines({ engines: [lead("tiny")] }, say)[0]).toBe("tiny: ready");
  // A server's model is on no disk of ours.
  expect(engineLines({ engines: [lead("qwen3:8b")] }, say)[0]).toBe("qwen3:8b: ready");
});
