import type { z } from "zod";
import { type Expectation, expectationOf, kinds } from "./setting-kinds.ts";

/**
 * One setting: its allowed values and its default. `namesModel`: a loadout with a model ignores the user's own value.
 * `separator`: separates the items of a list in an environment variable.
 */
export type SettingRow = {
  kind: z.ZodType;
  fallback?: string | number;
  namesModel?: true;
  separator?: string;
  /** When a change takes effect without a restart: at once, or in new sessions. */
  takes?: "now" | "session";
  /**
   * It decides what runs, what runs without approval, or where text and keys are sent. It can be changed in a terminal or in the file,
   * never through the daemon.
   */
  guarded?: true;
};

/**
 * Every setting. A new one is a line here: variable, file and display are derived from it. A flag of its own needs a line in
 * `cli/arguments` and one in `settings-of-flags`.
 */
export const settingTable = {
  "server.port": { kind: kinds.port },
  "server.idle_minutes": { kind: kinds.idleMinutes, fallback: 10, takes: "now" },
  "remote.listen": { kind: kinds.remoteAddress, guarded: true },
  "remote.names": { kind: kinds.hostNames, separator: ",", guarded: true },
  "remote.certificate": { kind: kinds.absolutePath, guarded: true },
  "remote.key": { kind: kinds.absolutePath, guarded: true },
  "engine.path": { kind: kinds.absolutePath, guarded: true },
  "engine.folder": { kind: kinds.absolutePath, guarded: true },
  "engine.idle_minutes": { kind: kinds.idleMinutes, fallback: 0 },
  "engine.args": { kind: kinds.names, guarded: true },
  "models.folders": { kind: kinds.folders },
  "models.options": { kind: kinds.modelOptions, separator: "\n", takes: "now" },
  "models.folder": { kind: kinds.absolutePath, guarded: true },
  "models.hub": { kind: kinds.httpUrl, fallback: "https://huggingface.co", guarded: true },
  "models.hub_token_env": { kind: kinds.variableName, fallback: "HF_TOKEN", guarded: true },
  "model.source": { kind: kinds.source, namesModel: true },
  "model.path": { kind: kinds.modelPath, namesModel: true },
  "model.url": { kind: kinds.httpUrl, namesModel: true, guarded: true },
  "model.host": { kind: kinds.host, namesModel: true, guarded: true },
  "model.api_key_env": { kind: kinds.variableName, namesModel: true, guarded: true },
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
  "embeddings.url": { kind: kinds.httpUrl, guarded: true },
  "embeddings.model": { kind: kinds.name },
  "embeddings.api_key_env": { kind: kinds.variableName, guarded: true },
  ahead: { kind: kinds.ahead, fallback: "not_on_battery" },
  "cache.slot_files_mib": { kind: kinds.slotFilesMib, fallback: 2048 },
  "helpers.delegate": { kind: kinds.onOrOff, fallback: "off" },
  "helpers.max_tokens": { kind: kinds.helperTokens, fallback: 30_000 },
  "crew.idle_minutes": { kind: kinds.idleMinutes, fallback: 10 },
  loadout: { kind: kinds.absolutePath, guarded: true },
  "diagnostics.level": { kind: kinds.diagnosticLevel, fallback: "error", takes: "now" },
  sandbox: { kind: kinds.sandbox, fallback: "best-effort", guarded: true },
  "permission.mode": { kind: kinds.mode, fallback: "ask", takes: "session", guarded: true },
  "permission.allow": { kind: kinds.rules, separator: "\n", guarded: true },
  "permission.ask": { kind: kinds.rules, separator: "\n", guarded: true },
  "permission.deny": { kind: kinds.rules, separator: "\n", guarded: true },
  "permission.roots": { kind: kinds.roots, guarded: true },
  "reach.lay_ready": { kind: kinds.onOrOff, fallback: "on" },
  "reach.suggest_files": { kind: kinds.onOrOff, fallback: "off", takes: "now" },
  "memory.enabled": { kind: kinds.onOrOff, fallback: "on", takes: "now" },
  "memory.propose": { kind: kinds.onOrOff, fallback: "off", takes: "session" },
  "memory.learn": { kind: kinds.learning, fallback: "off", takes: "now" },
  "memory.sessions": { kind: kinds.onOrOff, fallback: "off", takes: "session" },
  "web.fetch": { kind: kinds.onOrOff, fallback: "off", takes: "session" },
  "web.own_hosts": { kind: kinds.hosts, separator: ",", guarded: true },
  "web.search_url": { kind: kinds.httpUrl, takes: "session", guarded: true },
  "web.search_key_env": { kind: kinds.variableName, guarded: true },
  "instructions.max_tokens": { kind: kinds.instructionTokens, takes: "session" },
  "undo.snapshots": { kind: kinds.snapshots, fallback: "auto", takes: "session" },
  "languages.typescript": { kind: kinds.commandLine, guarded: true },
  "languages.python": { kind: kinds.commandLine, guarded: true },
  "languages.go": { kind: kinds.commandLine, guarded: true },
  "languages.c": { kind: kinds.commandLine, guarded: true },
  "terminal.bell": { kind: kinds.onOrOff, fallback: "off", takes: "session" },
  "terminal.notify": { kind: kinds.onOrOff, fallback: "off", takes: "session" },
  "terminal.title": { kind: kinds.onOrOff, fallback: "on", takes: "session" },
  "terminal.theme": { kind: kinds.theme, fallback: "dark", takes: "session" },
  "terminal.status": { kind: kinds.statusParts, fallback: "all", separator: ",", takes: "session" },
  "terminal.keys": { kind: kinds.keyBindings, separator: ",", takes: "session" },
  "update.registry": { kind: kinds.httpUrl, fallback: "https://registry.npmjs.org", guarded: true },
  "limits.max_steps": { kind: kinds.steps, fallback: 40, takes: "now" },
  "limits.reasoning_tokens": { kind: kinds.reasoningTokens, fallback: 8192, takes: "now" },
  "limits.stop_command": { kind: kinds.commandLine, guarded: true },
} as const satisfies Record<string, SettingRow>;

/** Tables of the user's file that other modules read: MCP servers and channels, each by name, hooks, schedules, and the gateway. */
export const ownTables = ["mcp.servers", "hooks", "schedules", "channels", "gateway"] as const;

type Table = typeof settingTable;
export type SettingKey = keyof Table;
export const settingKeys = Object.keys(settingTable) as readonly SettingKey[];

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingTable, key);
}

/** A setting's row, with its kind as an expectation. */
export function settingRow(key: SettingKey): Omit<SettingRow, "kind"> & { kind: Expectation } {
  const row: SettingRow = settingTable[key];
  return { ...row, kind: expectationOf(row.kind.safeParse(undefined).error) };
}

/** The value of every setting; undefined without a choice and a default. */
export type SettingValues = {
  [Key in SettingKey]:
    | z.infer<Table[Key]["kind"]>
    | (Table[Key] extends { fallback: string | number } ? never : undefined);
};

/** The environment variable of a setting: `server.port` is `KESTREL_SERVER_PORT`. */
export function variableOf(key: SettingKey): string {
  return `KESTREL_${key.toUpperCase().replaceAll(".", "_")}`;
}
