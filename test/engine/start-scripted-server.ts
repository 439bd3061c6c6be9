import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { testEngine } from "../machine.ts";
import type { Scripts } from "../models/scripted/script.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { type RunningServer, startLlamaServer } from "./start-llama-server.ts";

/** A llama-server of somebody else, as it were, with a model that follows `scripts`. It ends with the test. */
export async function startScriptedServer(
  scripts: Scripts,
  flags: readonly string[] = [],
): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-server-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const model = join(folder, "scripted.gguf");
  await writeScriptedModel(model, scripts);
  const server = await startLlamaServer(testEngine ?? "", model, flags);
  onTestFinished(() => server.stop());
  return server;
}
