import { isAbsolute } from "node:path";
import { type Engine, KestrelError } from "@kestrel/core";
import type { Seat } from "@kestrel/daemon";
import type { ModelOnDisk } from "@kestrel/protocol/api";
import { optionsOfModel } from "@kestrel/protocol/downloads";
import { crewRunFolder, knowsPooling, modelScanner, nameOfModelFile } from "@kestrel/runtime";
import {
  type Config,
  type DataPaths,
  type SettingKey,
  type SettingValues,
  settingKeys,
} from "@kestrel/store";
import { chooseEngine, engineOf } from "./choose-engine.ts";

/** Tokens, where neither the seat nor the user's configuration says: a lead's whole conversation rarely has to be read. */
const usualWindow = { words: 16_384, embeddings: 8_192 };

/** The engine of a seat, started when it is first needed. Errors name the key in its loadout. */
export async function seatEngine(seat: Seat, config: Config, paths: DataPaths): Promise<Engine> {
  const { id, kind } = seat;
  try {
    const path = pathOf(seat);
    const found = path === undefined ? undefined : await onDisk(path);
    const pooling = path !== undefined && (await knowsPooling(path)) ? "as-told" : "mean";
    const { engine } = await chooseEngine(
      configOf(seat, config, found),
      { ...paths, run: crewRunFolder(paths.run, id) },
      { slotFolder: undefined, beside: true, ...(kind === "embeddings" && { embeddings: pooling }) },
    );
    return engine;
  } catch (error) {
    if (!(error instanceof KestrelError)) throw error;
    const { key } = error.params;
    const inLoadout = typeof key === "string" && { key: key.replace(/^model\./, `crew.${seat.role}.`) };
    const params = { ...error.params, ...inLoadout };
    throw new KestrelError(error.code, error.message, params, { cause: error });
  }
}

/**
 * The memory that an engine started by Kestrel will take, estimated from the header of its model file. Undefined for other
 * servers, and for a model on a graphics card: the free memory of the card is unknown.
 */
export async function seatNeed(seat: Seat, config: Config, paths: DataPaths) {
  const path = pathOf(seat);
  if (path === undefined) return undefined;
  if (await takesCardMemory(seat.model.gpu_layers, config, paths)) return undefined;
  const found = await onDisk(path);
  return found && needOf(found, windowOf(seat, config, found));
}

/** The same for a model that sessions speak with: by its own load options, then the user's configuration. */
export async function mainNeed(
  source: string | undefined,
  config: Config,
  paths: DataPaths,
  window?: number,
) {
  const { values } = config;
  if (!source || !isAbsolute(source)) return undefined;
  const own = optionsOfModel(values["models.options"], nameOfModelFile(source));
  if (await takesCardMemory(own.gpu_layers ?? values["model.gpu_layers"], config, paths)) return undefined;
  const found = await onDisk(source);
  return found && needOf(found, window ?? own.window ?? values["model.window"] ?? found.trainedWindow);
}

/** Whether it uses the memory of a graphics card. False on a Mac, where the card shares the machine's memory. */
async function takesCardMemory(layers: unknown, config: Config, paths: DataPaths): Promise<boolean> {
  if (layers === 0 || process.platform === "darwin") return false;
  return (await engineOf(config, paths))?.build === "gpu";
}

async function onDisk(path: string): Promise<ModelOnDisk | undefined> {
  const scanner = modelScanner([]);
  scanner.include(path, "configured");
  return (await scanner.scan())[0];
}

function needOf({ bytes, memory }: ModelOnDisk, window: number | undefined) {
  if (!memory) return { weights: bytes, rest: 0 };
  const more = window === undefined ? 0 : (memory.perThousand * (window - memory.window)) / 1000;
  return { weights: memory.weights, rest: Math.max(0, Math.round(memory.cache + more)) };
}

const pathOf = ({ model }: Seat): string | undefined =>
  typeof model.path === "string" && (model.source ?? "self") === "self" ? model.path : undefined;

function windowOf({ kind, model, role }: Seat, { values }: Config, found: ModelOnDisk): number {
  const wanted = typeof model.window === "number" ? model.window : undefined;
  // A larger model that takes over a turn reads the whole conversation, so it has a window of full size.
  const most = role === "larger" ? (found.trainedWindow ?? usualWindow.words) : usualWindow.words;
  const usual = kind === "words" ? (values["model.window"] ?? most) : usualWindow.embeddings;
  return wanted ?? Math.min(usual, found.trainedWindow ?? usual);
}

/** The user's configuration with the seat's model in place of the lead's; flags of the lead's engine are not for it. */
function configOf(seat: Seat, { values, settings, notices }: Config, found: ModelOnDisk | undefined): Config {
  const isLeads = (key: string) => key.startsWith("model.") || key === "engine.args";
  const kept = settingKeys.filter((key) => !isLeads(key)).map((key) => [key, values[key]] as const);
  const own = Object.entries(seat.model).map(
    ([name, value]) => [`model.${name}` as SettingKey, value] as const,
  );
  const window = found && { "model.window": windowOf(seat, { values, settings, notices }, found) };
  return {
    values: { ...(Object.fromEntries([...kept, ...own]) as SettingValues), ...window },
    settings: settings.filter(({ key }) => !isLeads(key)),
    notices,
  };
}
