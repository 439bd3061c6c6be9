import { Mode, Sampling } from "@kestrel/protocol";
import type { Invocable } from "@kestrel/protocol/api";
import { closestName } from "@kestrel/text";

type Row = {
  /** Whether it takes an argument: none, an optional one, or a required one. */
  argument: "none" | "optional" | "needed";
  /** Commands for which the console has a control exist only in the terminal. */
  clients: "both" | "terminal";
};

/** The commands a line may begin with, in the order in which they are offered. */
const rows = {
  help: { argument: "none", clients: "both" },
  new: { argument: "none", clients: "both" },
  resume: { argument: "optional", clients: "terminal" },
  mode: { argument: "needed", clients: "both" },
  model: { argument: "optional", clients: "both" },
  loadout: { argument: "none", clients: "both" },
  sampling: { argument: "needed", clients: "terminal" },
  system: { argument: "optional", clients: "terminal" },
  context: { argument: "none", clients: "both" },
  compact: { argument: "optional", clients: "both" },
  undo: { argument: "optional", clients: "both" },
  redo: { argument: "none", clients: "both" },
  commit: { argument: "optional", clients: "both" },
  snapshots: { argument: "optional", clients: "both" },
  regenerate: { argument: "optional", clients: "both" },
  edit: { argument: "optional", clients: "both" },
  init: { argument: "none", clients: "terminal" },
  rewind: { argument: "optional", clients: "terminal" },
  rename: { argument: "needed", clients: "terminal" },
  copy: { argument: "optional", clients: "terminal" },
  diff: { argument: "none", clients: "terminal" },
  export: { argument: "optional", clients: "terminal" },
  continue: { argument: "none", clients: "both" },
  fork: { argument: "optional", clients: "both" },
  permissions: { argument: "optional", clients: "both" },
  trust: { argument: "optional", clients: "both" },
  remember: { argument: "needed", clients: "both" },
  forget: { argument: "needed", clients: "both" },
  memory: { argument: "optional", clients: "both" },
  status: { argument: "none", clients: "both" },
  answer: { argument: "none", clients: "both" },
  crew: { argument: "none", clients: "both" },
  larger: { argument: "needed", clients: "terminal" },
  jobs: { argument: "optional", clients: "both" },
  loop: { argument: "optional", clients: "both" },
  worktree: { argument: "optional", clients: "both" },
  skills: { argument: "optional", clients: "terminal" },
  prompts: { argument: "none", clients: "terminal" },
  mcp: { argument: "none", clients: "terminal" },
  web: { argument: "optional", clients: "terminal" },
  hooks: { argument: "none", clients: "terminal" },
  helpers: { argument: "none", clients: "terminal" },
  exit: { argument: "none", clients: "terminal" },
} as const satisfies Record<string, Row>;

export type SlashCommand = keyof typeof rows;
/** A command of both clients; the console has controls for the others. */
export type SharedCommand = {
  [Name in SlashCommand]: (typeof rows)[Name]["clients"] extends "both" ? Name : never;
}[SlashCommand];

export const slashCommands = Object.keys(rows) as SlashCommand[];
export const sharedCommands = slashCommands.filter(isShared);

export function isShared(command: SlashCommand): command is SharedCommand {
  return rows[command].clients === "both";
}

/** A parsed line: text for the model, a command with its argument, or an unknown command. */
export type SlashLine =
  | { kind: "words"; text: string }
  | { kind: "command"; command: SlashCommand; argument: string }
  | { kind: "unknown"; written: string; suggestion?: SlashCommand };

const aliases: Readonly<Record<string, SlashCommand>> = {
  quit: "exit",
  q: "exit",
  "?": "help",
  clear: "new",
  usage: "context",
};

/** Parses a line. A path such as `/usr/bin` is not a command. */
export function readSlash(line: string): SlashLine {
  const match = /^\/([a-z?-]*)(?:\s+([\s\S]*))?$/i.exec(line.trim());
  if (!match) return { kind: "words", text: line };
  const [, name = "", argument = ""] = match;
  const written = name.toLowerCase();
  const command = slashCommands.find((one) => one === written) ?? aliases[written];
  if (command) return { kind: "command", command, argument: argument.trim() };
  return { kind: "unknown", written: `/${name}`, suggestion: closestName(written, slashCommands) };
}

/** The prompts and skills that can be called by name here, and which of the skills new sessions get. */
type KnownNames = {
  names: readonly string[];
  skills: readonly { name: string; on: boolean }[];
};

/** The completions of a line that begins with `/`, among a client's `commands` and these names. */
export function completions(
  line: string,
  commands: readonly SlashCommand[] = slashCommands,
  { names, skills }: KnownNames = { names: [], skills: [] },
): string[] {
  const [, head = "", verb, part = ""] = /^(\/skills\s+)(?:(on|off)\s+)?(\S*)$/.exec(line) ?? [];
  if (head !== "" && commands.includes("skills")) {
    if (verb === undefined)
      return ["on ", "off "].filter((one) => one.startsWith(part)).map((one) => head + one);
    const turned = skills.filter(({ name, on }) => on === (verb === "off") && name.startsWith(part));
    return turned.map(({ name }) => `/skills ${verb} ${name}`);
  }
  const mode = /^\/mode\s+(\S*)$/.exec(line);
  if (mode)
    return Mode.options.filter((name) => name.startsWith(mode[1] ?? "")).map((name) => `/mode ${name}`);
  const drawn = /^(\/sampling\s+(?:\S+\s+\S+\s+)*)(\S*)$/.exec(line);
  if (drawn && commands.includes("sampling"))
    return [...Object.keys(Sampling.shape), "reset"]
      .filter((name) => name.startsWith(drawn[2] ?? ""))
      .map((name) => `${drawn[1]}${name} `);
  if (!/^\/[a-z0-9_-]*$/.test(line)) return [];
  const own = commands
    .filter((command) => `/${command}`.startsWith(line))
    .map((command) => `/${command}${rows[command].argument === "needed" ? " " : ""}`);
  // A bare `/` lists the commands; names are added once a prefix is typed.
  const called =
    line === "/" ? [] : names.filter((name) => `/${name}`.startsWith(line)).map((name) => `/${name} `);
  return [...own, ...called.filter((name) => !slashCommands.some((command) => `/${command} ` === name))];
}

/** A line that calls a prompt or a skill: its name, its argument, and the text sent to the model, if any. */
type CalledByName = { name: string; argument: string; words?: string };

/**
 * Reads `/name words`. The words are sent after the text of that name; a prompt that is a complete task starts by its name alone. Undefined
 * for an unknown name.
 */
export function calledByName(line: string, invocables: readonly Invocable[]): CalledByName | undefined {
  const [, name = "", said = ""] = /^\/([a-z0-9][a-z0-9_-]{0,63})(?:\s+([\s\S]*))?$/.exec(line.trim()) ?? [];
  const known = invocables.find((one) => one.name === name);
  if (!known) return undefined;
  const argument = said.trim();
  const words = argument === "" && known.starts ? `/${name}` : argument;
  return { name, argument, ...(words !== "" && { words }) };
}
