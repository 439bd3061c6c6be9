import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modelBackendContract } from "../../packages/backends/test/model-backend-contract.ts";
import { testEngine } from "../machine.ts";
import { realStage } from "./contract-stage.ts";

/** All promises of the port; one of them needs what no llama-server does. */
const promised = 23;
const stages = [realStage("llama"), realStage("gemma3"), realStage("lfm2"), realStage("llama", "openai")];

for (const stage of stages) {
  describe.skipIf(testEngine === undefined)(`the contract: ${stage.name}`, () => {
    let folder = "";
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "kestrel-contract-"));
      await stage.start(testEngine ?? "", folder);
    });
    afterAll(async () => {
      await stage.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const { kept, leftOut } = modelBackendContract(stage);

    it("is kept whole, but for what a llama-server cannot be brought to", () => {
      expect(leftOut).toEqual(["never takes the key to another host: a llama-server leads nobody elsewhere"]);
      expect(kept.length + leftOut.length).toBe(promised);
    });
  });
}
