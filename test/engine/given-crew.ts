import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type CrewedSession, type ModelBackend, type ReplyChunk, redactorHere } from "@kestrel/core";
import type { Prompt, SessionId } from "@kestrel/protocol";
import type { CrewRole, LoadoutModel } from "@kestrel/protocol/api";
import { onTestFinished } from "vitest";
import { composeCrew } from "../../packages/app/src/engine/compose-crew.ts";
import { composeEngine } from "../../packages/app/src/engine/compose-engine.ts";
import { leftAfter } from "../../packages/runtime/test/fixtures/process-facts.ts";
import { dataPaths, loadConfig } from "../../packages/store/src/index.ts";
import { testEngine } from "../machine.ts";
import { nanoModel } from "../models/nano-model.ts";
import { buildScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";

/** A lead and a crew on real llama-servers, over data of their own, whose models lie in folders of the person's; every process is gone when the test ends. */
export async function givenCrew({ available = () => undefined as number | undefined, config = "" } = {}) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-crew-")));
  const environment = { KESTREL_DATA_DIR: folder, KESTREL_ENGINE_PATH: testEngine ?? "" };
  const paths = dataPaths(environment);
  await mkdir(join(folder, "config"), { recursive: true, mode: 0o700 });
  const model = async (name: string) => {
    const path = join(folder, `${name}.gguf`);
    await writeFile(path, buildScriptedModel(standardScripts, { name }));
    return path;
  };
  const lead = await model("lead");
  await writeFile(
    join(folder, "config", "config.toml"),
    `[model]\npath = ${JSON.stringify(lead)}\n[models]\nfolders = ${JSON.stringify([folder, dirname(nanoModel)])}\n${config}`,
  );
  const settings = await loadConfig({ file: join(folder, "config", "config.toml"), environment });
  const here = await composeEngine(settings, paths, {});
  const crew = composeCrew(
    settings,
    paths,
    { ...here, redactor: redactorHere },
    { available, lookEveryMs: 20 },
  );
  const end = async () => {
    await crew.close();
    await here.engine.stop();
  };
  onTestFinished(async () => {
    await end();
    const left = await leftAfter(5000, folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    if (left.length > 0) throw new Error(`left behind: ${left.join(", ")}`);
  });
  return { ...{ folder, paths, lead, here, crew, model, end }, runs: () => leftAfter(0, folder) };
}

/** A session whose loadout names these. */
export function crewed(seats: Partial<Record<CrewRole, LoadoutModel>>): CrewedSession {
  const crew = Object.entries(seats).map(([role, model]) => ({ role: role as CrewRole, model }));
  return { sessionId: "s1" as SessionId, loadout: { name: "mine", digest: "d", crew } };
}

/** What a member says to one message, and how it ends. */
export async function said(backend: ModelBackend | undefined, text = "Hello.") {
  const prompt: Prompt = { messages: [{ role: "user", content: text }], tools: [] };
  let words = "";
  let last: ReplyChunk | undefined;
  for await (const chunk of backend?.reply(prompt, { toolChoice: "none", maxTokens: 24 }, never) ?? []) {
    if (chunk.kind === "text") words += chunk.delta;
    last = chunk;
  }
  return { words, last };
}

export const never = new AbortController().signal;
