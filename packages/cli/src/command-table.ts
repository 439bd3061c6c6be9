import type { FlagName } from "./arguments.ts";
import type { RunCommand } from "./commands/command.ts";

export type CommandRow = {
  /** Each command is loaded when it is run, and only then. */
  load: () => Promise<RunCommand>;
  /** The flags it takes, beside `--help` and `--version`. */
  flags: readonly FlagName[];
  /** Whether words may follow it. */
  words: boolean;
};

/** What is asked of a daemon that this command starts. */
const daemon = ["model", "loadout", "accept", "url", "window", "port", "mode"] as const;

/** How words are drawn in the session that this command speaks in. */
const sampling = ["temperature", "top-p", "top-k", "min-p", "repeat-penalty", "seed", "max-tokens"] as const;

const rows = {
  serve: { load: async () => (await import("./commands/serve.ts")).serve, flags: daemon, words: false },
  start: {
    load: async () => (await import("./commands/start.ts")).start,
    flags: [...daemon, "no-open"],
    words: false,
  },
  open: { load: async () => (await import("./commands/open.ts")).open, flags: ["forget"], words: false },
  stop: { load: async () => (await import("./commands/stop.ts")).stop, flags: [], words: false },
  engine: {
    load: async () => (await import("./commands/engine.ts")).engine,
    flags: [...daemon, "json"],
    words: true,
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
    ],
    words: true,
  },
  models: {
    load: async () => (await import("./commands/models.ts")).models,
    flags: [...daemon, "json", "dry-run"],
    words: true,
  },
  doctor: {
    load: async () => (await import("./commands/doctor.ts")).doctor,
    flags: [...daemon, "json", "fix", "write-loadout"],
    words: false,
  },
  probe: {
    load: async () => (await import("./commands/probe.ts")).probe,
    flags: [...daemon, "json"],
    words: false,
  },
  permissions: {
    load: async () => (await import("./commands/permissions.ts")).permissions,
    flags: ["mode", "json", "folder"],
    words: true,
  },
  init: {
    load: async () => (await import("./commands/init.ts")).init,
    flags: ["here", "folder"],
    words: false,
  },
  trust: {
    load: async () => (await import("./commands/trust.ts")).trust,
    flags: ["json", "folder"],
    words: true,
  },
  mcp: {
    load: async () => (await import("./commands/mcp.ts")).mcp,
    flags: ["url", "json"],
    words: true,
  },
  skills: {
    load: async () => (await import("./commands/skills.ts")).skills,
    flags: ["json", "folder"],
    words: true,
  },
  hooks: {
    load: async () => (await import("./commands/hooks.ts")).hooks,
    flags: ["json", "folder"],
    words: true,
  },
  loadout: {
    load: async () => (await import("./commands/loadout.ts")).loadout,
    flags: ["json", "estimate", "out", "from", "accept"],
    words: true,
  },
  sessions: {
    load: async () => (await import("./commands/sessions.ts")).sessions,
    flags: [...daemon, "json", "deleted", "jsonl", "redact", "dry-run"],
    words: true,
  },
  undo: {
    load: async () => (await import("./commands/undo.ts")).undo,
    flags: [...daemon, "session", "turn", "to", "redo", "preview", "json", "folder"],
    words: false,
  },
} as const satisfies Record<string, CommandRow>;

/** Every command by its name. */
export const commandTable: Readonly<Record<string, CommandRow>> = rows;

/** `kestrel` alone. */
export const dialogue: CommandRow = {
  load: async () => (await import("./commands/repl.ts")).repl,
  flags: [...daemon, ...sampling, "continue", "resume", "folder", "plain"],
  words: false,
};
