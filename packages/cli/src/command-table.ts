import type { FlagName } from "./arguments.ts";
import type { CommandAction } from "./commands/command.ts";
import type { ExitName } from "./exit-codes.ts";

export type CommandRow = {
  /** Each command is loaded when it is run, and only then. */
  load: () => Promise<CommandAction>;
  /** The flags it takes, beside `--help` and `--version`. */
  flags: readonly FlagName[];
  /** Whether words may follow it. */
  words: boolean;
  /** How it can end; its help says what each of them is. */
  ends: readonly ExitName[];
};

/** Every command can: settings, data folder and output are there for all of them. */
const plainly = ["done", "failed", "usage", "configuration"] as const;
/** A model is looked for, and a question about where words would go can be left. */
const withModel = [...plainly, "model", "interrupted"] as const;

/** What is asked of a daemon that this command starts. */
const daemon = ["model", "loadout", "accept", "url", "window", "port", "mode"] as const;

/** How words are drawn in the session that this command speaks in. */
const sampling = ["temperature", "top-p", "top-k", "min-p", "repeat-penalty", "seed", "max-tokens"] as const;

const rows = {
  serve: {
    load: async () => (await import("./commands/serve.ts")).serve,
    flags: daemon,
    words: false,
    ends: withModel,
  },
  start: {
    load: async () => (await import("./commands/start.ts")).start,
    flags: [...daemon, "no-open"],
    words: false,
    ends: withModel,
  },
  open: {
    load: async () => (await import("./commands/open.ts")).open,
    flags: ["forget"],
    words: false,
    ends: plainly,
  },
  stop: {
    load: async () => (await import("./commands/stop.ts")).stop,
    flags: ["json"],
    words: false,
    ends: plainly,
  },
  status: {
    load: async () => (await import("./commands/status.ts")).status,
    flags: ["json"],
    words: false,
    ends: plainly,
  },
  restart: {
    load: async () => (await import("./commands/restart.ts")).restart,
    flags: ["model", "loadout", "accept", "url", "window", "port", "json"],
    words: false,
    ends: withModel,
  },
  engine: {
    load: async () => (await import("./commands/engine.ts")).engine,
    flags: [...daemon, "json"],
    words: true,
    ends: withModel,
  },
  run: {
    load: async () => (await import("./commands/run.ts")).run,
    flags: [
      ...daemon,
      ...sampling,
      "json",
      "jsonl",
      "quiet",
      "continue",
      "resume",
      "approve",
      "allow",
      "trust",
      "folder",
      "worktree",
    ],
    words: true,
    ends: [...withModel, "denied", "limit", "unfinished"],
  },
  models: {
    load: async () => (await import("./commands/models.ts")).models,
    flags: [...daemon, "json", "dry-run"],
    words: true,
    ends: withModel,
  },
  doctor: {
    load: async () => (await import("./commands/doctor.ts")).doctor,
    flags: [...daemon, "json", "fix", "write-loadout"],
    words: false,
    ends: withModel,
  },
  probe: {
    load: async () => (await import("./commands/probe.ts")).probe,
    flags: [...daemon, "json"],
    words: false,
    ends: withModel,
  },
  permissions: {
    load: async () => (await import("./commands/permissions.ts")).permissions,
    flags: ["mode", "json", "folder"],
    words: true,
    ends: plainly,
  },
  init: {
    load: async () => (await import("./commands/init.ts")).init,
    flags: ["here", "folder"],
    words: false,
    ends: plainly,
  },
  trust: {
    load: async () => (await import("./commands/trust.ts")).trust,
    flags: ["json", "folder"],
    words: true,
    ends: plainly,
  },
  mcp: {
    load: async () => (await import("./commands/mcp.ts")).mcp,
    flags: ["url", "json"],
    words: true,
    ends: plainly,
  },
  skills: {
    load: async () => (await import("./commands/skills.ts")).skills,
    flags: ["json", "folder"],
    words: true,
    ends: plainly,
  },
  memory: {
    load: async () => (await import("./commands/memory.ts")).memory,
    flags: ["json", "here", "folder", "out", "yes"],
    words: true,
    ends: [...plainly, "denied", "interrupted"],
  },
  hooks: {
    load: async () => (await import("./commands/hooks.ts")).hooks,
    flags: ["json", "folder"],
    words: true,
    ends: plainly,
  },
  loadout: {
    load: async () => (await import("./commands/loadout.ts")).loadout,
    flags: ["json", "estimate", "out", "from", "accept"],
    words: true,
    ends: withModel,
  },
  logs: {
    load: async () => (await import("./commands/logs.ts")).logs,
    flags: ["follow", "session", "json"],
    words: true,
    ends: plainly,
  },
  sessions: {
    load: async () => (await import("./commands/sessions.ts")).sessions,
    flags: [...daemon, "json", "deleted", "archived", "jsonl", "format", "out", "redact", "dry-run"],
    words: true,
    ends: withModel,
  },
  worktree: {
    load: async () => (await import("./commands/worktree.ts")).worktree,
    flags: ["json", "folder"],
    words: true,
    ends: plainly,
  },
  storage: {
    load: async () => (await import("./commands/storage.ts")).storage,
    flags: ["json", "yes"],
    words: true,
    ends: [...plainly, "denied"],
  },
  tokens: {
    load: async () => (await import("./commands/tokens.ts")).tokens,
    flags: ["json", "scope", "days"],
    words: true,
    ends: plainly,
  },
  service: {
    load: async () => (await import("./commands/service.ts")).service,
    flags: ["json", "yes"],
    words: true,
    ends: [...plainly, "denied"],
  },
  undo: {
    load: async () => (await import("./commands/undo.ts")).undo,
    flags: [...daemon, "session", "turn", "to", "redo", "preview", "json", "folder"],
    words: false,
    ends: withModel,
  },
} as const satisfies Record<string, CommandRow>;

/** Every command by its name. */
export const commandTable: Readonly<Record<string, CommandRow>> = rows;

/** `kestrel` alone. */
export const dialogue: CommandRow = {
  load: async () => (await import("./commands/repl.ts")).repl,
  flags: [...daemon, ...sampling, "continue", "resume", "folder", "worktree", "plain"],
  words: false,
  ends: [...withModel, "limit"],
};
