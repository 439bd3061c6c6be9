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

/** Serves models of a folder that `fill` made, by real llama-servers, for the tests of one `describe`; all is gone behind it. */
export function servedFolder(
  fill: (folder: string) => Promise<void>,
): (model: string, ...flags: string[]) => Promise<RunningServer> {
  let folder = "";
  const servers: RunningServer[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-served-"));
    await fill(folder);
  });
  afterAll(async () => {
    for (const started of servers) await started.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return async (model, ...flags) => {
    const started = await startLlamaServer(testEngine ?? "", join(folder, model), flags);
    servers.push(started);
    return started;
  };
}

/** Real llama-servers on one scripted model, for the tests of one `describe`: one with a key, and more as they are asked for. */
export function servedModels() {
  const served = servedFolder((folder) => writeScriptedModel(join(folder, "scripted.gguf"), standardScripts));
  const serve = (...flags: string[]) => served("scripted.gguf", ...flags);
  let first: RunningServer;
  beforeAll(async () => {
    first = await serve("--api-key", key, "-c", "8192", "-b", "512");
  });
  const endpoint = (more: Partial<Endpoint> = {}): Endpoint => ({
    kind: "llama-cpp",
    url: first.url,
    apiKey: key,
    ...more,
  });
  return { serve, endpoint };
}
