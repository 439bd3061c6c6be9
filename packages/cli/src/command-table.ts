import type { FlagName } from "./arguments.ts";
import type { ExitName } from "./exit-codes.ts";

/**
 * One command. Parsing, `--help`, completion, the man page and docs/commands.md are generated from these rows; their sentences
 * are in `i18n/en-commands.ts`. Arguments are written as typed: `ID`, `[NAME]`, `WORDS…`, and `--out` for a flag.
 */
export type CommandRow = {
  /** Its arguments; of a noun by verb. The first verb is the noun's default; `pin|unpin` are two. */
  takes?: string | Readonly<Record<string, string>>;
  /** The flags of every verb, besides `--help`. */
  flags: readonly FlagName[];
  /** Its possible exit codes; the help explains each. */
  ends: readonly ExitName[];
  /** Examples; the first ones are in its help. */
  examples: readonly string[];
};

/** Possible for every command: settings, data folder and output concern all of them. */
const plainly = ["done", "failed", "usage", "configuration"] as const;
/** For commands that need a model, and may ask before text is sent to a remote endpoint. */
const withModel = [...plainly, "model", "interrupted"] as const;

/** Flags for a daemon that this command starts. */
export const daemonFlags = ["model", "url", "window", "loadout", "accept", "mode", "port"] as const;

/** Sampling parameters of the command's session. */
export const samplingFlags = [
  ...["temperature", "top-p", "top-k", "min-p", "repeat-penalty", "seed", "max-tokens"],
] as readonly FlagName[];

const rows = {
  /** The program alone, or with a message. */
  kestrel: {
    takes: "[MESSAGE…]",
    flags: ["continue", "resume", "folder", "worktree", "plain", ...daemonFlags, ...samplingFlags],
    ends: [...withModel, "limit"],
    examples: [
      "kestrel",
      'kestrel "fix the failing test"',
      "kestrel -c",
      'git diff | kestrel run "review this"',
      "kestrel serve",
      "kestrel doctor",
    ],
  },
  run: {
    takes: "[TASK…]",
    flags: [
      ...[
        "json",
        "jsonl",
        "quiet",
        "continue",
        "resume",
        "approve",
        "allow",
        "timeout",
        "max-steps",
        "output-schema",
        "trust",
        "folder",
        "worktree",
      ],
      ...daemonFlags,
      ...samplingFlags,
    ] as readonly FlagName[],
    ends: [...withModel, "denied", "limit", "unfinished"],
    examples: [
      'git diff | kestrel run "review this"',
      "kestrel run \"fix the test\" --approve edits --allow 'npm test'",
    ],
  },
  sessions: {
    takes: {
      list: "--archived --deleted",
      search: "WORDS…",
      show: "ID",
      context: "ID",
      cache: "ID",
      rename: "ID TITLE…",
      "pin|unpin": "ID",
      "archive|unarchive": "ID",
      "tag|untag": "ID TAG…",
      export: "ID --format --jsonl --out --redact --dry-run",
      import: "FILE",
      "remove|restore": "ID",
    },
    flags: ["json"],
    ends: withModel,
    examples: [
      "kestrel sessions",
      'kestrel sessions search "login bug"',
      "kestrel sessions export 4k2f --format html --out talk.html",
    ],
  },
  undo: {
    flags: ["session", "turn", "to", "redo", "preview", "json", "folder"],
    ends: withModel,
    examples: ["kestrel undo --preview", "kestrel undo", "kestrel undo --redo"],
  },
  loop: {
    takes: {
      list: "",
      "PLAN.md": "--yes --folder",
      "show|stop|resume": "ID",
      merge: "ID --yes",
      drop: "ID",
    },
    flags: ["json", ...daemonFlags],
    ends: [...withModel, "denied", "limit", "unfinished"],
    examples: ["kestrel loop PLAN.md", "kestrel loop show l4k2f", "kestrel loop merge l4k2f"],
  },
  worktree: {
    takes: {
      list: "",
      new: "NAME [PATH…]",
      review: "NAME",
      merge: "NAME [OURS..THEIRS]",
      "drop|restore": "NAME",
    },
    flags: ["json", "folder"],
    ends: withModel,
    examples: [
      "kestrel worktree new refactor",
      "kestrel worktree review refactor",
      "kestrel worktree merge refactor",
    ],
  },
  models: {
    takes: {
      list: "",
      get: "SOURCE",
      ps: "",
      load: "MODEL [NAME] --beside --dry-run",
      set: "MODEL [OPTION…]",
      unload: "[MODEL]",
      remove: "MODEL --yes",
      estimate: "MODEL",
    },
    flags: ["json", ...daemonFlags],
    ends: withModel,
    examples: [
      "kestrel models",
      "kestrel models get qwen3-4b",
      "kestrel models get hf:Qwen/Qwen3-8B-GGUF:Q4_K_M",
      "kestrel models load qwen3-8b --window 32768",
      "kestrel models load qwen3-4b --beside",
      "kestrel models load http://127.0.0.1:11434 qwen3:8b",
    ],
  },
  loadout: {
    takes: {
      list: "",
      show: "LOADOUT",
      check: "LOADOUT --estimate",
      build: "LOADOUT --out --estimate",
      diff: "LOADOUT OTHER",
      new: "NAME --from",
      use: "LOADOUT",
      export: "LOADOUT --out",
      import: "FILE",
      "remove|restore": "NAME",
      places: "",
      "forget-place": "ADDRESS",
    },
    flags: ["json", "accept"],
    ends: withModel,
    examples: ["kestrel loadout", "kestrel loadout new mine --from coder", "kestrel loadout use mine"],
  },
  engine: {
    takes: { show: "", fetch: "--vulkan" },
    flags: ["json", ...daemonFlags, "vulkan"],
    ends: withModel,
    examples: ["kestrel engine", "kestrel engine fetch", "kestrel engine fetch --vulkan"],
  },
  probe: {
    flags: ["json", ...daemonFlags],
    ends: withModel,
    examples: ["kestrel probe", "kestrel probe --json"],
  },
  memory: {
    takes: {
      list: "",
      search: "WORDS… --here --folder",
      show: "ID",
      add: "TEXT… --here --folder --category",
      edit: "ID TEXT…",
      forget: "ID --yes",
      "pin|unpin": "ID",
      accept: "ID --yes",
      stats: "",
      learn: "[on|lessons|off]",
      export: "--out",
      import: "[FILE] --yes --here --folder",
    },
    flags: ["json"],
    ends: [...withModel, "denied"],
    examples: [
      "kestrel memory",
      'kestrel memory add "we use pnpm" --here',
      "kestrel memory forget 01jd --yes",
    ],
  },
  skills: {
    takes: { list: "", show: "NAME", "on|off": "NAME" },
    flags: ["json", "folder"],
    ends: plainly,
    examples: ["kestrel skills", "kestrel skills off pdf"],
  },
  mcp: {
    takes: {
      list: "",
      add: "NAME [COMMAND…] --url",
      test: "NAME",
      "on|off": "NAME",
      "login|logout": "NAME",
      remove: "NAME",
      serve: "--mode --timeout",
    },
    flags: ["json"],
    ends: withModel,
    examples: [
      "kestrel mcp add notes -- npx -y @modelcontextprotocol/server-memory",
      "kestrel mcp add linear --url https://mcp.linear.app/mcp",
      "kestrel mcp test files",
    ],
  },
  acp: {
    flags: daemonFlags,
    ends: withModel,
    examples: ["kestrel acp", "kestrel acp --mode plan"],
  },
  channels: {
    takes: {
      list: "",
      add: "NAME [KEY=VALUE…]",
      pair: "NAME",
      unpair: "NAME SENDER",
      test: "NAME",
      "on|off": "NAME",
      remove: "NAME",
    },
    flags: ["json"],
    ends: plainly,
    examples: [
      "kestrel channels add telegram",
      "kestrel channels add irc url=ircs://irc.example nick=kes",
      "kestrel channels add matrix url=https://matrix.example",
      "kestrel channels pair telegram",
      "kestrel channels test telegram",
    ],
  },
  permissions: {
    takes: { list: "", why: "COMMAND… --mode", add: "allow|ask|deny RULE…", revoke: "ID" },
    flags: ["json", "folder"],
    ends: plainly,
    examples: [
      "kestrel permissions why 'npm test'",
      "kestrel permissions add allow 'command: npm test *'",
      "kestrel permissions add deny 'command: git push *'",
    ],
  },
  trust: {
    takes: { list: "", show: "[DIR]", add: "[DIR]", "add-hooks": "[DIR]", revoke: "[DIR]" },
    flags: ["json", "folder"],
    ends: plainly,
    examples: ["kestrel trust show", "kestrel trust add", "kestrel trust revoke ~/old-project"],
  },
  hooks: {
    takes: { list: "", test: "NAME…" },
    flags: ["json", "folder"],
    ends: plainly,
    examples: ["kestrel hooks", "kestrel hooks test lint"],
  },
  config: {
    takes: {
      list: "--show-origin",
      get: "KEY --show-origin",
      set: "KEY VALUE…",
      unset: "KEY",
      path: "",
      edit: "",
    },
    flags: ["json"],
    ends: plainly,
    examples: [
      "kestrel config list --show-origin",
      "kestrel config set permission.mode edits",
      "kestrel config get server.port",
    ],
  },
  init: {
    flags: ["here", "folder"],
    ends: plainly,
    examples: ["kestrel init --here"],
  },
  serve: {
    flags: daemonFlags,
    ends: withModel,
    examples: ["kestrel serve --model ~/models/qwen3-8b.gguf", "kestrel serve --url http://127.0.0.1:1234"],
  },
  start: {
    flags: ["no-open", ...daemonFlags],
    ends: withModel,
    examples: ["kestrel start", "kestrel start --no-open"],
  },
  open: {
    flags: ["forget"],
    ends: plainly,
    examples: ["kestrel open"],
  },
  tokens: {
    takes: { list: "", add: "NAME… --scope --days", pair: "NAME… --scope --days", revoke: "ID" },
    flags: ["json"],
    ends: withModel,
    examples: [
      "kestrel tokens",
      "kestrel tokens add editor --scope full --days 30",
      "kestrel tokens pair phone",
      "kestrel tokens revoke 5t2a",
    ],
  },
  status: {
    flags: ["json"],
    ends: plainly,
    examples: ["kestrel status", "kestrel status --json"],
  },
  restart: {
    flags: ["json", "model", "url", "window", "loadout", "accept", "port"],
    ends: withModel,
    examples: ["kestrel restart", "kestrel restart --loadout coder"],
  },
  stop: {
    flags: ["json"],
    ends: plainly,
    examples: ["kestrel stop"],
  },
  service: {
    takes: { status: "", install: "--yes", uninstall: "" },
    flags: ["json"],
    ends: [...plainly, "denied"],
    examples: ["kestrel service install", "kestrel service status", "kestrel service uninstall"],
  },
  storage: {
    takes: { show: "", free: "--yes" },
    flags: ["json"],
    ends: [...plainly, "denied"],
    examples: ["kestrel storage", "kestrel storage free --yes"],
  },
  logs: {
    takes: "[ID]",
    flags: ["follow", "session", "json"],
    ends: plainly,
    examples: ["kestrel logs", "kestrel logs 1f3a9c20", "kestrel logs --follow"],
  },
  doctor: {
    flags: ["json", "fix", "write-loadout", ...daemonFlags],
    ends: withModel,
    examples: ["kestrel doctor", "kestrel doctor --fix", "kestrel doctor --json"],
  },
  update: {
    flags: ["check", "json"],
    ends: plainly,
    examples: ["kestrel update --check", "kestrel update --check --json"],
  },
  completion: {
    takes: "bash|zsh|fish",
    flags: [],
    ends: plainly,
    examples: [
      "kestrel completion bash > ~/.local/share/bash-completion/completions/kestrel",
      "kestrel completion fish > ~/.config/fish/completions/kestrel.fish",
    ],
  },
  help: {
    takes: "[TOPIC…]",
    flags: [],
    ends: plainly,
    examples: ["kestrel help commands", "kestrel help flags", "kestrel help exit-codes"],
  },
} as const satisfies Record<string, CommandRow>;

export type CommandName = keyof typeof rows;

/** Every command by name, and the program itself. */
export const commandTable: Readonly<Record<CommandName, CommandRow>> = rows;
export const commandNames = (Object.keys(rows) as CommandName[]).filter((name) => name !== "kestrel");

/** The command of that name. */
export function commandNamed(name: string): CommandName | undefined {
  return commandNames.find((one) => one === name);
}

/** A noun's verbs with their arguments; empty for a command that is a verb itself. */
export function verbsOf({ takes }: CommandRow): [verb: string, takes: string][] {
  return typeof takes !== "object"
    ? []
    : Object.entries(takes).flatMap(([verbs, each]) =>
        verbs.split("|").map((verb): [string, string] => [verb, each]),
      );
}

/** A command's arguments, split into words and the flags that only this verb takes. */
export function partsOf(takes: string): { words: string[]; flags: FlagName[] } {
  const parts = takes.split(" ").filter((part) => part !== "");
  const isFlag = (part: string) => part.startsWith("--");
  return {
    words: parts.filter((part) => !isFlag(part)),
    flags: parts.filter(isFlag).map((part) => part.slice(2) as FlagName),
  };
}
