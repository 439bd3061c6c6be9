import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine, ModelBackend, ModelCatalog } from "@kestrel/core";
import type { ModelBeside } from "@kestrel/daemon";
import { passOver } from "@kestrel/diagnostics";
import type {
  Discovery,
  ListedEngine,
  LoadoutModel,
  ModelChoices,
  ModelOnDisk,
  ModelToLoad,
  SandboxStatus,
} from "@kestrel/protocol/api";
import type { KnownModel, MachineForModels } from "@kestrel/protocol/downloads";
import {
  answersOrLoads,
  canFetchEngine,
  checkModelFile,
  createSandbox,
  crewRunFolder,
  type EngineFetchAbility,
  type FoundEngine,
  type FoundServer,
  fetchEngine,
  findOrphan,
  findServers,
  type ModelKnowledge,
  type ModelScanner,
  SlotFiles,
  sweepOrphans,
  whatWouldRun,
  wishFor,
} from "@kestrel/runtime";
import {
  type Config,
  type DataPaths,
  dataPaths,
  keptPort,
  type ModelMemory,
  modelMemory,
  prepareFolders,
  proveWritable,
  type SettingKey,
} from "@kestrel/store";
import { remoteCertificate } from "../remote/compose-remote.ts";
import { samplingOf } from "../settings/model-settings.ts";
import { readSettings, type SettingFlags } from "../settings/read-settings.ts";
import { rootsOf } from "../tools/compose-roots.ts";
import { engineFor, engineOf, firstEngine, profilesIn, scannerOf, specOf } from "./choose-engine.ts";
import { composeModel, type ModelSpec } from "./compose-model.ts";
import { knownHere } from "./known-here.ts";
import { choicesOf } from "./list-choices.ts";
import { modelsFolder } from "./models-folder.ts";

/** The shared engine, the backend that uses it, and the facts about its model. */
export type EngineHere = {
  engine: Engine;
  /** The current model's file, address or host. */
  source(): string | undefined;
  backend: ModelBackend;
  models: ModelCatalog;
  /** One more model for sessions, as the main one is made; not started. Rejects as `models.load` does. */
  beside(wanted: ModelToLoad): Promise<ModelBeside>;
  /** `loaded`: the models that are loaded beside the main one. */
  choices(loaded?: readonly ListedEngine[]): Promise<ModelChoices>;
  memory: ModelMemory;
  /** Remembers the model of this start for the next one. */
  remember(): Promise<void>;
  slotFiles: SlotFiles;
  knowledge: ModelKnowledge;
  /** Prepares the model of the start again, if a llama-server was missing then. */
  lookAgain(): Promise<void>;
  /** The setting that names the model; undefined for kestrel-nano. */
  namedBy: SettingKey | undefined;
};

/** Puts the configured model together; nothing is started before it is needed. */
export async function composeEngine(
  config: Config,
  paths: DataPaths,
  settings: ModelSpec["settings"],
  unasked?: ModelSpec["unasked"],
): Promise<EngineHere> {
  const { values } = config;
  const first = await firstEngine(config, paths);
  const memory = modelMemory(paths);
  const scanner = scannerOf(config, paths);
  if (first.from && "path" in first.from) scanner.include(first.from.path, "configured");
  const slotFiles = new SlotFiles(join(paths.data, "slots"), values["cache.slot_files_mib"] * 2 ** 20);
  const spec: ModelSpec = {
    first,
    engineFor: (wanted) => engineFor(wanted, config, paths),
    onChosen: async (_, wanted) => {
      const { window } = wanted;
      if (engine.from)
        await memory.choose(engine.from, { window, ...("key" in wanted && { key: wanted.key }) });
    },
    scanner,
    idleMinutes: values["engine.idle_minutes"],
    settings: {
      ...settings,
      sampling: samplingOf(values),
      keepAliveMinutes: values["model.keep_alive_minutes"],
    },
    guidance: values["model.guidance"],
    tools: { tools: values["model.tools"], dialect: values["model.tools_dialect"] },
    profiles: profilesIn(paths),
    unasked,
    slotFiles,
  };
  const { engine, backend, knowledge, catalog } = composeModel(spec);
  const beside = async (wanted: ModelToLoad): Promise<ModelBeside> => {
    const wish = await wishFor(wanted, scanner);
    const model: LoadoutModel =
      "url" in wish
        ? { url: wish.url, ...(wish.name !== undefined && { name: wish.name }) }
        : { path: wish.model.path };
    const id = createHash("sha256")
      .update(JSON.stringify(["loaded", model]))
      .digest("hex")
      .slice(0, 12);
    const choice = await engineFor(wish, config, { ...paths, run: crewRunFolder(paths.run, id) });
    const label = "url" in wish ? (wish.name ?? wish.url) : wish.model.name;
    const { source } = choice.engine.status();
    return {
      ...{ id, model, always: { source, label } },
      make: async () => choice.engine,
      need: async () => {
        const { mainNeed } = await import("./seat-engine.ts");
        return "url" in wish ? undefined : mainNeed(wish.model.path, config, paths, wish.window);
      },
      compose: (admitted) =>
        composeModel({ ...spec, first: { ...choice, engine: admitted }, onChosen: undefined }),
    };
  };
  const source = () => engine.source;
  const choices = (loaded: readonly ListedEngine[] = []) =>
    choicesOf({ config, memory, scanner, inUse: engine.from, label: engine.status().label, loaded });
  const remember = async () => {
    // A window of the settings stays there.
    const byFlag = config.settings.some(({ key, origin }) => key === "model.window" && origin === "flag");
    const window = byFlag ? values["model.window"] : undefined;
    if (engine.choice === first && engine.from) await memory.choose(engine.from, { window });
  };
  const { namedBy } = first;
  const lookAgain = async () => {
    const isMissing = () => engine.status().failure?.code === "engine_not_found";
    if (!isMissing()) return;
    const next = await firstEngine(config, paths);
    if (isMissing()) await engine.replace(next);
  };
  return {
    engine,
    source,
    backend,
    knowledge,
    models: catalog,
    beside,
    choices,
    memory,
    remember,
    slotFiles,
    lookAgain,
    namedBy,
  };
}

/** What runs on this machine, asked now. An engine that was named and does not run is none; one that came since the start is used. */
export async function discover(
  config: Config,
  paths: DataPaths,
  here: Pick<EngineHere, "lookAgain">,
): Promise<Discovery> {
  const [servers, found] = await Promise.all([
    findServers(),
    engineOf(config, paths).catch(passOver("looking for an engine")),
  ]);
  if (found) await here.lookAgain();
  return { servers, engine: found && { version: found.version, build: found.build } };
}

/** What this machine has, for commands that need no daemon. */
export type EnginesHere = {
  config: Config;
  paths: DataPaths;
  ability: EngineFetchAbility;
  folder: string;
  configFile: string;
  /** The console's port: the configured one, otherwise the stored one. */
  port(): Promise<number>;
  models: ModelScanner;
  /** What this machine has for models, and those worth a download. */
  known(): Promise<{ machine: MachineForModels; models: KnownModel[] }>;
  find(): Promise<FoundEngine | undefined>;
  /** `vulkan`: for a graphics processor. */
  fetch(vulkan: boolean, onStep: (step: string) => void): Promise<FoundEngine>;
  /** Model servers on the usual loopback ports. */
  servers(): Promise<FoundServer[]>;
  /** Rejects where a file or a server would not be used as it is named, as `load` of the catalogue does. Nothing is loaded by asking. */
  checkWanted(wanted: { path: string } | { url: string; name?: string | undefined }): Promise<void>;
  /** An engine that outlived its daemon; ask only where no daemon runs. */
  orphan(): Promise<number | undefined>;
  endOrphan(): Promise<unknown>;
  /** What other devices are shown where they may connect. Rejects where its file cannot be read. */
  remoteCertificate(): ReturnType<typeof remoteCertificate>;
  /** Whether commands would run in a sandbox; one is tried. */
  sandbox(): Promise<SandboxStatus>;
  /** What reading alone does not find: throws `config_invalid` for an extra root that cannot be one. */
  checkSettings(): void;
  /** Rejects with `data_folder_unsafe` or `data_folder_unwritable`. */
  checkFolders(): Promise<void>;
  /** The exact command line of a start; undefined without a llama-server. */
  wouldRun(model: ModelOnDisk, window: number | undefined): Promise<string[] | undefined>;
};

export async function enginesHere(flags: SettingFlags): Promise<EnginesHere> {
  const paths = dataPaths(process.env);
  const file = paths.configFile;
  const config = await readSettings(flags, paths);
  return {
    config,
    paths,
    ability: await canFetchEngine(),
    folder: join(paths.data, "engine"),
    configFile: file,
    port: async () => config.values["server.port"] ?? keptPort(paths),
    models: scannerOf(config, paths),
    known: async () => knownHere(modelsFolder(config, paths), await scannerOf(config, paths).scan()),
    find: () => engineOf(config, paths),
    fetch: async (vulkan, onStep) => {
      await prepareFolders(paths);
      return fetchEngine({ dataDir: paths.data, vulkan, onProgress: ({ step }) => onStep(step) });
    },
    servers: () => findServers(),
    checkWanted: async (wanted) => {
      if ("path" in wanted) await checkModelFile(wanted.path);
      else await answersOrLoads(await engineFor(wanted, config, paths));
    },
    orphan: () => findOrphan(paths.run),
    endOrphan: () => sweepOrphans(paths.run),
    remoteCertificate: () => remoteCertificate(config, paths),
    sandbox: async () => {
      const folder = await mkdtemp(join(tmpdir(), "kestrel-sandbox-"));
      const status = await createSandbox({ setting: config.values.sandbox, folder }).status();
      await rm(folder, { recursive: true, force: true });
      return status;
    },
    checkSettings: () => void rootsOf(config, paths),
    checkFolders: async () => {
      await prepareFolders(paths);
      await proveWritable(paths);
    },
    wouldRun: async (model, window) => {
      const spec = await specOf(config, paths, model, window);
      return spec && whatWouldRun(spec);
    },
  };
}
