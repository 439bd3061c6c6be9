import { backendForEngine, createEmbedder } from "@kestrel/backends";
import { type Engine, KestrelError } from "@kestrel/core";
import { type CrewParts, PoolCrew } from "@kestrel/daemon";
import type { Sampling } from "@kestrel/protocol";
import type { LoadoutModel } from "@kestrel/protocol/api";
import { delegateAddresses, ModelEngine, modelScanner } from "@kestrel/runtime";
import { seatPlace } from "@kestrel/session-state";
import type { Config, DataPaths } from "@kestrel/store";
import { samplingOf, thinkingOf } from "../settings/model-settings.ts";
import { askableSeats } from "./askable-seats.ts";
import { profilesIn } from "./choose-engine.ts";
import type { EngineHere } from "./compose-engine.ts";
import { composeModel } from "./compose-model.ts";

/** Free memory of the machine, and how often it is checked while a model beside the main one runs. Milliseconds. */
const thisMachine = { available: (): number | undefined => process.availableMemory(), lookEveryMs: 15_000 };

/** The crews that loadouts name, over one pool of engines. Nothing is loaded for it before a session has one. */
export function composeCrew(
  config: Config,
  paths: DataPaths,
  here: Pick<EngineHere, "engine" | "backend" | "source"> & Pick<CrewParts, "redactor">,
  memory = thisMachine,
): PoolCrew {
  const seats = () => import("./seat-engine.ts");
  const use = {
    idleMs: config.values["crew.idle_minutes"] * 60_000,
    now: Date.now,
  };
  return new PoolCrew({
    lead: {
      engine: here.engine,
      backend: here.backend,
      is: (model) => isSame(model, here.source(), here.engine.status().label ?? config.values["model.name"]),
    },
    leadNeed: async () => (await seats()).mainNeed(here.source(), config, paths),
    redactor: here.redactor,
    ...memory,
    now: Date.now,
    about,
    mayAsk: askableSeats(config, paths),
    make: async (seat) => (await seats()).seatEngine(seat, config, paths),
    need: async (seat) => (await seats()).seatNeed(seat, config, paths),
    words: ({ model }, engine) => spoken(model, engine, config, paths),
    embeddings: (_, engine) => measured(engine, use),
  });
}

/** A crew model that writes text. Thinking is off unless its seat turns it on, because the caller waits for the answer. */
function spoken(model: LoadoutModel, engine: Engine, config: Config, paths: DataPaths) {
  const set = Object.fromEntries(Object.entries(model).map(([name, value]) => [`model.${name}`, value]));
  const { keep_alive_minutes: kept, tools, tools_dialect: dialect, thinking = "off" } = model;
  return composeModel({
    first: { engine, source: whereOf(model) },
    engineFor: () => Promise.reject(new KestrelError("not_found", "a seat keeps its model")),
    scanner: modelScanner([]),
    idleMinutes: config.values["crew.idle_minutes"],
    settings: {
      thinking: thinkingOf(thinking as "off" | number),
      sampling: samplingOf(set as { readonly [Name in keyof Sampling as `model.${Name}`]?: Sampling[Name] }),
      keepAliveMinutes: typeof kept === "number" ? kept : config.values["model.keep_alive_minutes"],
    },
    tools: { tools: tools as "auto" | undefined, dialect: dialect as "hermes" | undefined },
    profiles: profilesIn(paths),
  });
}

function measured(first: Engine, use: { idleMs: number; now: () => number }) {
  const engine: ModelEngine = new ModelEngine(
    { engine: first, source: undefined },
    { ...use, facts: () => backendForEngine((cancel) => engine.ready(cancel)).facts() },
  );
  return {
    engine,
    embedder: {
      embed: async (...[texts, cancel]: Parameters<ReturnType<typeof createEmbedder>["embed"]>) => {
        const endpoint = await engine.ready(cancel);
        const leave = engine.occupy();
        let lost = false;
        try {
          return await createEmbedder(endpoint).embed(texts, cancel);
        } catch (error) {
          lost =
            error instanceof KestrelError &&
            (error.code === "unreachable" || error.code === "connection_lost");
          throw error;
        } finally {
          leave({ lost });
        }
      },
    },
  };
}

function about(model: LoadoutModel) {
  const where = whereOf(model) ?? "";
  const label = typeof model.name === "string" ? model.name : nameIn(where);
  const source = model.path !== undefined ? "self" : model.host !== undefined ? "delegate" : "connect";
  const { elsewhere } = seatPlace(model);
  return { label, elsewhere, source: (model.source ?? source) as "self" };
}

/** The host of an address, the name of a file. */
function nameIn(where: string): string {
  if (/^https?:/.test(where) && URL.canParse(where)) return new URL(where).host;
  return where.split(/[/\\]/).at(-1) ?? where;
}

function whereOf({ path, url, host }: LoadoutModel): string | undefined {
  const where = path ?? url ?? host;
  return where === undefined ? undefined : String(where);
}

/** Whether a seat names what the lead's engine runs: the same file, or the same model of the same server. */
function isSame(model: LoadoutModel, leads: string | undefined, label: string | undefined): boolean {
  const where = whereOf(model);
  if (where === undefined || leads === undefined || rootOf(where) !== rootOf(leads)) return false;
  return model.path !== undefined || model.name === undefined || model.name === label;
}

const addresses: Readonly<Record<string, string>> = delegateAddresses;

const rootOf = (where: string) => (addresses[where] ?? where).replace(/\/+$/, "").replace(/\/v1$/, "");
