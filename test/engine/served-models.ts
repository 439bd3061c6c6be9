import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Endpoint } from "@kestrel/core";
import { afterAll, beforeAll } from "vitest";
import { testEngine } from "../machine.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { type RunningServer, startLlamaServer } from "./start-llama-server.ts";

/** Of the server that is there from the beginning. */
const key = "a-key-for-tests";

/** Real llama-servers on one scripted model, for the tests of one `describe`: one with a key, and more as they are asked for. */
export function servedModels() {
  let folder = "";
  const servers: RunningServer[] = [];
  let first: RunningServer;
  const serve = async (...flags: string[]) => {
    const started = await startLlamaServer(testEngine ?? "", join(folder, "scripted.gguf"), flags);
    servers.push(started);
    return started;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-backends-"));
    await writeScriptedModel(join(folder, "scripted.gguf"), standardScripts);
    first = await serve("--api-key", key, "-c", "8192", "-b", "512");
  });
  afterAll(async () => {
    for (const started of servers) await started.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const endpoint = (more: Partial<Endpoint> = {}): Endpoint => ({
    kind: "llama-cpp",
    url: first.url,
    apiKey: key,
    ...more,
  });
  return { serve, endpoint };
}
