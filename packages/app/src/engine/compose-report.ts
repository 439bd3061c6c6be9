import { KestrelError, systemText, type Tool, windowShortage } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { Failure } from "@kestrel/protocol";
import type { ModelFacts, ModelTraits } from "@kestrel/protocol/api";
import type { Config } from "@kestrel/store";
import { placeOf } from "../settings/place-of-setting.ts";
import type { EngineHere } from "./compose-engine.ts";

/** The model the daemon started with, or why there is none. */
export type ModelReport = {
  label: string;
  /** Whether the user chose the model. Without a choice it is kestrel-nano. */
  named: boolean;
  /** What people are told of it. */
  notice: ModelTraits["notice"];
  limits: NonNullable<ModelFacts["limits"]>;
  /** A window that a session is at ease with, in tokens, as far as the model has so much; undefined where it has no more than now. */
  more?: string;
  failure?: Failure;
};

/** The smallest window that gives no warning (`window_small`). Tokens. */
const usualWindow = 16_384;

/** Waits for the model; one whose window cannot hold a session is a failure, unless it works in any. */
export async function reportOn(
  { engine, backend, models, namedBy }: EngineHere,
  { settings, loadout }: Config,
  tools: readonly Tool[],
): Promise<ModelReport> {
  const report: ModelReport = { label: "", named: namedBy !== undefined, notice: undefined, limits: [] };
  try {
    const endpoint = await engine.ready(new AbortController().signal);
    const { label = endpoint.model ?? endpoint.url } = endpoint;
    const {
      limits = [],
      window,
      trainedWindow,
      server = endpoint.url,
    } = ((await backend.facts().catch(passOver("asking a model server"))) ?? {}) as Partial<ModelFacts>;
    const { notice, anyWindow } = await models.traits();
    const larger = Math.min(usualWindow, trainedWindow ?? usualWindow);
    const more = window !== undefined && larger > window && { more: String(larger) };
    const known = { ...report, label, notice, limits, ...more };
    if (window === undefined || anyWindow) return known;
    const fixed = { system: loadout && systemText(loadout.source), tools: tools.map(({ spec }) => spec) };
    const shortage = await windowShortage(backend, window, fixed, passOver("counting tokens"));
    if (!shortage) return known;
    const { prompt, exact, needed } = shortage;
    const numbers = { window, needed, prompt: exact ? prompt : `~${prompt}` };
    // Kestrel sets the window of its own engine and of Ollama; another server sets its own.
    const isOurs = endpoint.own === true || endpoint.kind === "ollama";
    const params = isOurs
      ? { ...placeOf(settings, "model.window"), ...numbers, ...more }
      : { ...numbers, host: server };
    return { ...known, failure: { code: "window_too_small", params } };
  } catch (error) {
    if (!(error instanceof KestrelError)) throw error;
    const params = { ...(namedBy && placeOf(settings, namedBy)), ...error.params };
    return { ...report, failure: { code: error.code, params } };
  }
}
