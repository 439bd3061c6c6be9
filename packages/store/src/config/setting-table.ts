import type { z } from "zod";
import { kinds } from "./setting-kinds.ts";

/** One setting: what it may be, what it is when nobody says, whether a loadout replaces the user's own wholly, and what parts a list in a variable. */
export type SettingRow = {
  kind: z.ZodType;
  fallback?: string | number;
  namesModel?: true;
  separator?: string;
};

/** Every setting there is. A new one is a line here: variable, file and display follow from it. A flag of its own is a line of `cli/arguments` and one of `settings-of-flags`. */
export const settingTable = {
  "server.port": { kind: kinds.port },
  "server.idle_minutes": { kind: kinds.idleMinutes, fallback: 10 },
  "engine.path": { kind: kinds.absolutePath },
  "engine.folder": { kind: kinds.absolutePath },
  "engine.idle_minutes": { kind: kinds.idleMinutes, fallback: 0 },
  "engine.args": { kind: kinds.names },
  "models.folders": { kind: kinds.folders },
  "model.source": { kind: kinds.source, namesModel: true },
  "model.path": { kind: kinds.modelPath, namesModel: true },
  "model.url": { kind: kinds.httpUrl, namesModel: true },
  "model.host": { kind: kinds.host, namesModel: true },
  "model.api_key_env": { kind: kinds.variableName, namesModel: true },
  "model.name": { kind: kinds.name, namesModel: true },
  "model.window": { kind: kinds.window },
  "model.threads": { kind: kinds.threads },
  "model.gpu_layers": { kind: kinds.gpuLayers },
  "model.thinking": { kind: kinds.thinking },
  "model.temperature": { kind: kinds.temperature },
  "model.top_p": { kind: kinds.share },
  "model.top_k": { kind: kinds.topK },
  "model.min_p": { kind: kinds.share },
  "model.repeat_penalty": { kind: kinds.repeatPenalty },
  "model.seed": { kind: kinds.seed },
  "model.max_tokens": { kind: kinds.maxTokens },
  "model.keep_alive_minutes": { kind: kinds.idleMinutes, fallback: 120 },
  "model.tools": { kind: kinds.tools },
  "model.tools_dialect": { kind: kinds.toolsDialect },
  "model.guidance": { kind: kinds.guidance, fallback: "auto", separator: "," },
  "embeddings.url": { kind: kinds.httpUrl },
  "embeddings.model": { kind: kinds.name },
  "embeddings.api_key_env": { kind: kinds.variableName },
  ahead: { kind: kinds.ahead, fallback: "not_on_battery" },
  "cache.slot_files_mib": { kind: kinds.slotFilesMib, fallback: 2048 },
  "helpers.delegate": { kind: kinds.onOrOff, fallback: "off" },
  "helpers.max_tokens": { kind: kinds.helperTokens, fallback: 30_000 },
  "crew.idle_minutes": { kind: kinds.idleMinutes, fallback: 10 },
  loadout: { kind: kinds.absolutePath },
  "diagnostics.level": { kind: kinds.diagnosticLevel, fallback: "error" },
  sandbox: { kind: kinds.sandbox, fallback: "best-effort" },
  "permission.mode": { kind: kinds.mode, fallback: "ask" },
  "permission.allow": { kind: kinds.rules, separator: "\n" },
  "permission.ask": { kind: kinds.rules, separator: "\n" },
  "permission.deny": { kind: kinds.rules, separator: "\n" },
  "permission.roots": { kind: kinds.roots },
  "reach.lay_ready": { kind: kinds.onOrOff, fallback: "on" },
  "memory.enabled": { kind: kinds.onOrOff, fallback: "on" },
  "memory.propose": { kind: kinds.onOrOff, fallback: "off" },
  "web.fetch": { kind: kinds.onOrOff, fallback: "off" },
  "web.own_hosts": { kind: kinds.hosts, separator: "," },
  "web.search_url": { kind: kinds.httpUrl },
  "web.search_key_env": { kind: kinds.variableName },
  "instructions.max_tokens": { kind: kinds.instructionTokens },
  "undo.snapshots": { kind: kinds.snapshots, fallback: "auto" },
  "limits.max_steps": { kind: kinds.steps, fallback: 40 },
  "limits.reasoning_tokens": { kind: kinds.reasoningTokens, fallback: 8192 },
  "limits.stop_command": { kind: kinds.commandLine },
} as const satisfies Record<string, SettingRow>;

/** Tables of the user's file that are read by whoever works by them, not here: MCP servers, each under its name, and hooks. */
export const ownTables = ["mcp.servers", "hooks"] as const;

type Table = typeof settingTable;
export type SettingKey = keyof Table;
export const settingKeys = Object.keys(settingTable) as readonly SettingKey[];

/** The value of every setting; undefined where there is neither a choice nor a default. */
export type SettingValues = {
  [Key in SettingKey]:
    | z.infer<Table[Key]["kind"]>
    | (Table[Key] extends { fallback: string | number } ? never : undefined);
};

/** The environment variable of a setting: `server.port` is `KESTREL_SERVER_PORT`. */
export function variableOf(key: SettingKey): string {
  return `KESTREL_${key.toUpperCase().replaceAll(".", "_")}`;
}
