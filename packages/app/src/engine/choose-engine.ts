import { homedir } from "node:os";
import { join } from "node:path";
import { KestrelError } from "@kestrel/core";
import { demonstrationTraits, nanoTraits } from "@kestrel/nano";
import type { ModelOnDisk, ModelTraits } from "@kestrel/protocol/api";
import { optionsOfModel } from "@kestrel/protocol/downloads";
import {
  checkExtraArguments,
  checkModelFile,
  createAbsentEngine,
  createEngine,
  delegateAddresses,
  type EngineChoice,
  type EngineWish,
  findEngine,
  type ModelScanner,
  modelFolders,
  modelScanner,
  nameOfModelFile,
  type OwnEngineSpec,
  projectorBeside,
} from "@kestrel/runtime";
import {
  type Config,
  type DataPaths,
  type ModelChoice,
  modelChoice,
  modelMemory,
  profileFolder,
  type RememberedModels,
  type SettingKey,
} from "@kestrel/store";
import { programFiles } from "../machine/program-files.ts";
import { placeOf } from "../settings/place-of-setting.ts";
import { modelsFolder } from "./models-folder.ts";

/** Looks for models in the usual folders and in those of the settings. */
export function scannerOf(config: Config, paths: DataPaths): ModelScanner {
  const { values } = config;
  const downloads = modelsFolder(config, paths);
  const own = values["engine.folder"];
  const configured = [...(values["models.folders"] ?? []), ...(own === undefined ? [] : [own])];
  const { env: environment, platform } = process;
  const scanner = modelScanner(
    modelFolders({ downloads, configured, environment, homeDir: homedir(), platform }),
  );
  const { nanoModel } = programFiles();
  if (nanoModel !== undefined) scanner.include(nanoModel, "kestrel");
  if (values["model.path"] !== undefined) scanner.include(values["model.path"], "configured");
  return scanner;
}

/** The folder of stored model profiles. */
export const profilesIn = (paths: DataPaths) => profileFolder(join(paths.data, "profiles"));

/** The llama-server to start: the configured one, or one that is found. */
export const engineOf = ({ values, settings }: Config, paths: DataPaths) =>
  findEngine({ dataDir: paths.data, configuredPath: values["engine.path"] }).catch((error: unknown) => {
    throw values["engine.path"] === undefined ? error : placed(error, settings, "engine.path");
  });

/** The same error, with the setting to correct and where it is set in its params. */
export function placed(error: unknown, settings: Config["settings"], key: SettingKey): unknown {
  if (!(error instanceof KestrelError)) return error;
  const params = { ...placeOf(settings, key), ...error.params };
  return new KestrelError(error.code, error.message, params, { cause: error });
}

/** A model that was found, loaded as the user's configuration says. */
export async function specOf(
  config: Config,
  paths: DataPaths,
  model: Pick<ModelOnDisk, "path" | "projector">,
  window: number | undefined,
): Promise<OwnEngineSpec | undefined> {
  const { values, settings } = config;
  const layers = values["model.gpu_layers"];
  const extraArgs = values["engine.args"];
  checkArguments(extraArgs, settings);
  const found = await engineOf(config, paths);
  if (!found) return undefined;
  const own = optionsOfModel(values["models.options"], nameOfModelFile(model.path));
  return {
    source: "self",
    enginePath: found.path,
    modelPath: model.path,
    projectorPath: model.projector,
    templateFile: (await profilesIn(paths).latestFrom(model.path))?.template_file,
    runFolder: paths.run,
    slotFolder: join(paths.data, "slots"),
    window: window ?? own.window ?? values["model.window"],
    cacheType: own.kv,
    flashAttention: own.flash,
    draftPath: own.draft,
    threads: values["model.threads"],
    gpuLayers: own.gpu_layers ?? (typeof layers === "number" ? layers : undefined),
    cpuEngine: found.build === "cpu",
    extraArgs,
  };
}

/** Refuses engine flags that only Kestrel may set, before anything is started. The error names the setting. */
function checkArguments(args: readonly string[] = [], settings: Config["settings"]): void {
  try {
    checkExtraArguments(args);
  } catch (error) {
    if (!(error instanceof KestrelError)) throw error;
    const { origin } = settings.find(({ key }) => key === "engine.args") ?? {};
    const code = origin === "loadout" ? "loadout_invalid" : "config_invalid";
    throw placed(new KestrelError(code, error.message, error.params), settings, "engine.args");
  }
}

export type Chosen = EngineChoice & { namedBy?: SettingKey };

/** How kestrel-nano is run: its whole window, and no second thread, which would only cost time with so small a model. */
const howNanoRuns = { slotFolder: undefined, window: 4096, threads: 1, gpuLayers: 0 };

/** The traits of a model, from its file and from the loadout that names it. */
function traitsOf(path: string | undefined, loadout?: Config["loadout"]): ModelTraits | undefined {
  if (path !== undefined && path === programFiles().nanoModel) return nanoTraits;
  return loadout?.demo ? demonstrationTraits : undefined;
}

/** What of a model's traits concerns the engine that runs it. */
const runAs = ({ repeatable, slots }: ModelTraits = {}) => ({ repeatable, slots });

/** The engine that the settings name, and the source of its model. Without one, kestrel-nano, even if other models are on disk. */
export async function chooseEngine(
  config: Config,
  paths: DataPaths,
  /** How one beside it is run otherwise. */
  beside: Partial<OwnEngineSpec> = {},
): Promise<Chosen> {
  const { settings, loadout } = config;
  const files = programFiles();
  const surroundings = { supervisorPath: files.supervisor };
  const choice = namedModel(config);
  if (choice && choice.source !== "self") {
    const { url, name: model, window } = choice;
    const wishes = { apiKey: keyOf(choice, settings), model, window };
    const traits = traitsOf(undefined, loadout);
    if (choice.source === "connect") {
      const engine = createEngine({ source: "connect", url: choice.url, ...wishes }, surroundings);
      return { engine, source: url, traits, namedBy: "model.url", from: { url: choice.url, model } };
    }
    const engine = createEngine({ source: "delegate", host: choice.host, url, ...wishes }, surroundings);
    const from = { url: url ?? delegateAddresses[choice.host], model };
    return { engine, source: choice.host, traits, namedBy: "model.host", from };
  }
  const path = choice?.path ?? files.nanoModel;
  if (path === undefined) return { engine: createAbsentEngine("no_model"), source: undefined };
  const namedBy = choice && "model.path";
  if (namedBy) {
    await checkModelFile(path).catch((error: unknown) => {
      throw placed(error, settings, namedBy);
    });
  }
  const projector = await projectorBeside(path);
  const spec = await specOf(config, paths, { path, projector }, choice?.window);
  if (!spec) return { engine: createAbsentEngine("engine_not_found"), source: undefined, namedBy };
  const traits = traitsOf(path, loadout);
  const more = choice === undefined ? howNanoRuns : { label: choice.name };
  const engine = createEngine({ ...spec, ...runAs(traits), ...more, ...beside }, surroundings);
  return { engine, source: path, traits, namedBy, from: choice ? { path } : { builtIn: true } };
}

/**
 * The engine of the model that was chosen last. If it is no longer available, nothing answers and the status says why: no other
 * model replaces it automatically.
 */
async function rememberedEngine(
  { from, window }: NonNullable<RememberedModels["last"]>,
  config: Config,
  paths: DataPaths,
): Promise<EngineChoice> {
  if ("url" in from) return engineFor({ url: from.url, name: from.model, window }, config, paths);
  const { nanoModel } = programFiles();
  const path = "path" in from ? from.path : nanoModel;
  if (path === undefined) return { engine: createAbsentEngine("no_model"), source: undefined, from };
  try {
    await checkModelFile(path);
    const projector = await projectorBeside(path);
    const place = path === nanoModel ? "kestrel" : "configured";
    return await engineFor({ model: { path, projector, place }, window }, config, paths);
  } catch (error) {
    if (!(error instanceof KestrelError)) throw error;
    const params = error.code === "model_file_invalid" ? { ...error.params, last: path } : error.params;
    return { engine: createAbsentEngine(error.code, params), source: path, from };
  }
}

/** The engine of a start: what the settings name; else the model that was chosen last; else kestrel-nano. */
export async function firstEngine(config: Config, paths: DataPaths): Promise<Chosen> {
  if (namedModel(config)) return chooseEngine(config, paths);
  try {
    const { last } = await modelMemory(paths).read();
    return await (last ? rememberedEngine(last, config, paths) : chooseEngine(config, paths));
  } catch (error) {
    if (!(error instanceof KestrelError) || error.params.file === undefined) throw error;
    return { engine: createAbsentEngine(error.code, error.params), source: undefined };
  }
}

type WantedEngine =
  | Extract<EngineWish, { url: string }>
  | { model: Pick<ModelOnDisk, "path" | "projector" | "place">; window?: number };

/** The engine that a client asked for while the daemon runs. A server that the settings name keeps its configured options. */
export async function engineFor(
  wanted: WantedEngine,
  config: Config,
  paths: DataPaths,
): Promise<EngineChoice> {
  const surroundings = { supervisorPath: programFiles().supervisor };
  const { window } = wanted;
  if ("url" in wanted) {
    const { url, name } = wanted;
    const choice = namedModel(config);
    const known = choice?.source === "connect" && choice.url === url ? choice : undefined;
    const apiKey =
      wanted.key ?? (known && keyOf(known, config.settings)) ?? (await modelMemory(paths).keyOf(url));
    const model = name ?? known?.name;
    const wishes = { apiKey, model, window: window ?? known?.window ?? config.values["model.window"] };
    const engine = createEngine({ source: "connect", url, ...wishes }, surroundings);
    return { engine, source: url, from: { url, ...(model !== undefined && { model }) } };
  }
  const { model } = wanted;
  const from = model.place === "kestrel" ? { builtIn: true as const } : { path: model.path };
  const spec = await specOf(config, paths, model, window);
  if (!spec) return { engine: createAbsentEngine("engine_not_found"), source: undefined, from };
  const traits = traitsOf(spec.modelPath);
  const more = model.place === "kestrel" ? howNanoRuns : {};
  const engine = createEngine({ ...spec, ...runAs(traits), ...more }, surroundings);
  return { engine, source: spec.modelPath, traits, from };
}

function namedModel({ values, settings }: Config): ModelChoice | undefined {
  try {
    return modelChoice(values);
  } catch (error) {
    throw placed(error, settings, "model.source");
  }
}

/** The API key for a server. Throws `config_invalid` when the named variable is not set. */
function keyOf({ apiKeyEnv }: { apiKeyEnv?: string }, settings: Config["settings"]): string | undefined {
  const apiKey = apiKeyEnv === undefined ? undefined : process.env[apiKeyEnv];
  if (apiKeyEnv === undefined || apiKey) return apiKey;
  const expected = "variable_set";
  const error = new KestrelError("config_invalid", `${apiKeyEnv} is not set`, { expected, got: apiKeyEnv });
  throw placed(error, settings, "model.api_key_env");
}
