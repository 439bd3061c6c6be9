import { KestrelError } from "@kestrel/core";
import type { SettingKey, SettingValues } from "./setting-table.ts";

type Loading = { name?: string; window?: number; threads?: number; gpuLayers?: "auto" | number };

/** The model that the settings choose, and how to reach it. */
export type ModelChoice =
  | ({ source: "self"; path: string } & Loading)
  | ({
      source: "delegate";
      host: "llama-cpp" | "lm-studio" | "ollama";
      url?: string;
      apiKeyEnv?: string;
    } & Loading)
  | ({ source: "connect"; url: string; apiKeyEnv?: string } & Loading);

/**
 * The model the settings name; undefined when they name none. Without `model.source`, a path, host or URL implies it. Throws
 * `config_invalid` when a part is missing.
 */
export function modelChoice(values: SettingValues): ModelChoice | undefined {
  const path = values["model.path"];
  const host = values["model.host"];
  const url = values["model.url"];
  const apiKeyEnv = values["model.api_key_env"];
  const loading: Loading = {
    name: values["model.name"],
    window: values["model.window"],
    threads: values["model.threads"],
    gpuLayers: values["model.gpu_layers"],
  };
  const implied = path ? "self" : host ? "delegate" : url ? "connect" : undefined;
  const source = values["model.source"] ?? implied;
  switch (source) {
    case undefined:
      return undefined;
    case "self":
      if (path === undefined) throw missing("model.path", source);
      return { source, path, ...loading };
    case "delegate":
      if (host === undefined) throw missing("model.host", source);
      return { source, host, url, apiKeyEnv, ...loading };
    case "connect":
      if (url === undefined) throw missing("model.url", source);
      return { source, url, apiKeyEnv, ...loading };
    default:
      return source satisfies never;
  }
}

function missing(key: SettingKey, source: string): KestrelError {
  return new KestrelError("config_invalid", `model.source is ${source}, but ${key} is not set`, {
    key,
    expected: "value",
    source,
  });
}
