import { homedir } from "node:os";
import { join } from "node:path";
import { createModelCatalog, type ModelEngine, type ModelKnowledge, modelScanner } from "@kestrel/runtime";
import { expect, it } from "vitest";

it.each([
  ["~/no-such-folder/x.gguf", join(homedir(), "no-such-folder/x.gguf"), "missing"],
  ["~", homedir(), "not_gguf"],
  ["models/x.gguf", "models/x.gguf", "relative"],
])("looks for the model file %s at %s", async (written, path, reason) => {
  const catalog = createModelCatalog({
    scanner: modelScanner([]),
    engine: { status: () => ({ state: "stopped" }) } as ModelEngine,
    engineFor: () => expect.fail("nothing to load"),
    knowledge: { letGo: async () => {} } as Partial<ModelKnowledge> as ModelKnowledge,
  });
  const failure = { code: "model_file_invalid", params: { path, reason } };
  await expect(catalog.load({ path: written })).rejects.toMatchObject(failure);
});
