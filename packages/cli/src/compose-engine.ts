import { homedir } from "node:os";
import { join } from "node:path";
import { type BackendSettings, backendForEngine } from "@kestrel/backends";
import { type Engine, KestrelError, type ModelBackend, type ModelShelf } from "@kestrel/core";
import type { Discovery, ModelOnDisk } from "@kestrel/protocol";
import {
  backendInUse,
  canFetchEngine,
  checkModelFile,
  createAbsentEngine,
  createEngine,
  createEngineInUse,
  createEngineSwitch,
  type EngineFetchAbility,
  type FoundEngine,
  type FoundServer,
  fetchEngine,
  findEngine,
  findOrphan,
  findServers,
  type ModelKnowledge,
  type ModelScanner,
  modelFolders,
  modelKnowledge,
  modelScanner,
  modelShelf,
  type OwnEngineSpec,
  projectorBeside,
  showModel,
  sweepOrphans,
  whatWouldRun,
} from "@kestrel/runtime";
import {
  type Config,
  type DataPaths,
  dataPaths,
  loadConfig,
  type ModelChoice,
  modelChoice,
  prepareFolders,
  profileFolder,
  type SettingKey,
} from "@kestrel/store";
import type { Flags } from "./arguments.ts";
import { programFiles } from "./machine/program-files.ts";
import { placeOf } from "./place-of-setting.ts";
import { flagNames, settingsOf } from "./settings-of-flags.ts";

/** The engine that everybody holds, who speaks through it, and what is known about its model. */
export type EngineHere = {
  engine: Engine;
  backend: ModelBackend;
  models: ModelShelf;
  knowledge: ModelKnowledge;
  /** The setting that names the model; undefined for the scripted one. */
  namedBy: SettingKey | undefined;
};

/** Puts the configured engine together; nothing is started before it is needed. */
export async function composeEngine(
  config: Config,
  paths: DataPaths,
  settings: BackendSettings,
): Promise<EngineHere> {
  const surroundings = { supervisorPath: programFiles().supervisor };
  const first = await chosen(config, paths);
  let source = first.source;
  const engineSwitch = createEngineSwitch(first.engine);
  const engine = createEngineInUse(engineSwitch, {
    idleMs: config.values["engine.idle_minutes"] * 60_000,
    now: Date.now,
  });
  const speaker = backendForEngine((cancel) => engine.ready(cancel), settings);
  const backend = backendInUse(speaker, engine);
  const knowledge = modelKnowledge({ engine, backend, profiles: profilesIn(paths), source: () => source });
  const models = modelShelf({
    scanner: scannerOf(config),
    engine,
    engineSwitch,
    knowledge,
    loadedPath: () => source,
    engineFor: async (model, window) => {
      const spec = await specOf(config, paths, model, window);
      if (!spec) return createAbsentEngine("engine_not_found");
      source = spec.modelPath;
      return createEngine(spec, surroundings);
    },
  });
  return {
    engine: showModel(engine, () => backend.facts()),
    backend,
    models,
    knowledge,
    namedBy: first.namedBy,
  };
}

/** What runs on this machine, asked now. An engine that was named and does not run is none. */
export async function discover(config: Config, paths: DataPaths): Promise<Discovery> {
  const [servers, found] = await Promise.all([findServers(), engineOf(config, paths).catch(() => undefined)]);
  return { servers, engine: found && { version: found.version, build: found.build } };
}

/** What this machine has, for commands that need no daemon. */
export type EnginesHere = {
  config: Config;
  paths: DataPaths;
  ability: EngineFetchAbility;
  folder: string;
  configFile: string;
  models: ModelScanner;
  find(): Promise<FoundEngine | undefined>;
  fetch(onStep: (step: string) => void): Promise<FoundEngine>;
  /** Model servers on the usual loopback ports. */
  servers(): Promise<FoundServer[]>;
  /** An engine that outlived its daemon; ask only where no daemon runs. */
  orphan(): Promise<number | undefined>;
  endOrphan(): Promise<unknown>;
  /** Rejects with `data_folder_unsafe`. */
  checkFolders(): Promise<void>;
  /** The exact command line of a start; undefined without a llama-server. */
  wouldRun(model: ModelOnDisk, window: number | undefined): Promise<string[] | undefined>;
};

export async function enginesHere(flags: Flags): Promise<EnginesHere> {
  const paths = dataPaths(process.env);
  const file = paths.configFile;
  const config = await loadConfig({ file, flags: settingsOf(flags), flagNames, environment: process.env });
  return {
    config,
    paths,
    ability: await canFetchEngine(),
    folder: join(paths.data, "engine"),
    configFile: file,
    models: scannerOf(config),
    find: () => engineOf(config, paths),
    fetch: async (onStep) => {
      await prepareFolders(paths);
      return fetchEngine({ dataDir: paths.data, onProgress: ({ step }) => onStep(step) });
    },
    servers: () => findServers(),
    orphan: () => findOrphan(paths.run),
    endOrphan: () => sweepOrphans(paths.run),
    checkFolders: () => prepareFolders(paths),
    wouldRun: async (model, window) => {
      const spec = await specOf(config, paths, model, window);
      return spec && whatWouldRun(spec);
    },
  };
}

function scannerOf({ values }: Config): ModelScanner {
  const own = values["engine.folder"];
  const configured = [...(values["models.folders"] ?? []), ...(own === undefined ? [] : [own])];
  const { env: environment, platform } = process;
  return modelScanner(modelFolders({ configured, environment, homeDir: homedir(), platform }));
}

const profilesIn = (paths: DataPaths) => profileFolder(join(paths.data, "profiles"));

const engineOf = ({ values, settings }: Config, paths: DataPaths) =>
  findEngine({ dataDir: paths.data, configuredPath: values["engine.path"] }).catch((error: unknown) => {
    throw values["engine.path"] === undefined ? error : placed(error, settings, "engine.path");
  });

/** The same failure; its facts name the setting that is to be corrected, and where it stands. */
export function placed(error: unknown, settings: Config["settings"], key: SettingKey): unknown {
  if (!(error instanceof KestrelError)) return error;
  const params = { ...placeOf(settings, key), ...error.params };
  return new KestrelError(error.code, error.message, params, { cause: error });
}

/** A model that was found, loaded as the user's configuration says. */
async function specOf(
  config: Config,
  paths: DataPaths,
  model: Pick<ModelOnDisk, "path" | "projector">,
  window: number | undefined,
): Promise<OwnEngineSpec | undefined> {
  const found = await engineOf(config, paths);
  if (!found) return undefined;
  const { values } = config;
  const layers = values["model.gpu_layers"];
  return {
    source: "self",
    enginePath: found.path,
    modelPath: model.path,
    projectorPath: model.projector,
    templateFile: (await profilesIn(paths).latestFrom(model.path))?.template_file,
    runFolder: paths.run,
    window: window ?? values["model.window"],
    threads: values["model.threads"],
    gpuLayers: typeof layers === "number" ? layers : undefined,
    cpuEngine: found.build === "cpu",
  };
}

type Chosen = { engine: Engine; source?: string; namedBy?: SettingKey };

/** The engine that the settings name, and where its model comes from. */
async function chosen(config: Config, paths: DataPaths): Promise<Chosen> {
  const { settings, loadout } = config;
  const files = programFiles();
  const surroundings = { supervisorPath: files.supervisor };
  const choice = namedModel(config);
  const demo = loadout?.demo;
  if (choice && choice.source !== "self") {
    const { url, name: model, window } = choice;
    const wishes = { apiKey: keyOf(choice, settings), model, window, demo };
    if (choice.source === "connect") {
      const engine = createEngine({ source: "connect", url: choice.url, ...wishes }, surroundings);
      return { engine, source: url, namedBy: "model.url" };
    }
    const engine = createEngine({ source: "delegate", host: choice.host, url, ...wishes }, surroundings);
    return { engine, source: choice.host, namedBy: "model.host" };
  }
  const path = choice?.path ?? files.demoModel;
  if (path === undefined) return { engine: createAbsentEngine("no_model") };
  const namedBy = choice && "model.path";
  if (namedBy) {
    await checkModelFile(path).catch((error: unknown) => {
      throw placed(error, settings, namedBy);
    });
  }
  const projector = await projectorBeside(path);
  const spec = await specOf(config, paths, { path, projector }, choice?.window);
  if (!spec) return { engine: createAbsentEngine("engine_not_found"), namedBy };
  // The test model is so small that a second thread only costs time.
  const more = choice === undefined ? { demo: true, threads: 1 } : { demo, label: choice.name };
  return { engine: createEngine({ ...spec, ...more }, surroundings), source: path, namedBy };
}

function namedModel({ values, settings }: Config): ModelChoice | undefined {
  try {
    return modelChoice(values);
  } catch (error) {
    throw placed(error, settings, "model.source");
  }
}

/** The key for somebody's server. A variable that is named and not set is a mistake, not a server without a key. */
function keyOf({ apiKeyEnv }: { apiKeyEnv?: string }, settings: Config["settings"]): string | undefined {
  const apiKey = apiKeyEnv === undefined ? undefined : process.env[apiKeyEnv];
  if (apiKeyEnv === undefined || apiKey) return apiKey;
  const expected = "the name of an environment variable that is set";
  const error = new KestrelError("config_invalid", `${apiKeyEnv} is not set`, { expected, got: apiKeyEnv });
  throw placed(error, settings, "model.api_key_env");
}
