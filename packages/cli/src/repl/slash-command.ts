import { Mode } from "@kestrel/protocol";
import { samplingNames } from "../settings/sampling-words.ts";

/** The commands a line may begin with. */
export const slashCommands = [
  "help",
  "new",
  "resume",
  "mode",
  "model",
  "sampling",
  "context",
  "compact",
  "undo",
  "redo",
  "regenerate",
  "edit",
  "continue",
  "fork",
  "permissions",
  "trust",
  "status",
  "answer",
  "jobs",
  "exit",
] as const;
export type SlashCommand = (typeof slashCommands)[number];

/** A line, read: words for the model, a command with its argument, or a command that does not exist. */
export type ReadLine =
  | { kind: "words"; text: string }
  | { kind: "command"; command: SlashCommand; argument: string }
  | { kind: "unknown"; written: string; suggestion?: SlashCommand };

const aliases: Readonly<Record<string, SlashCommand>> = { quit: "exit", q: "exit", "?": "help" };

/** Reads a line. A path such as `/usr/bin` is no command. */
export function readSlash(line: string): ReadLine {
  const match = /^\/([a-z?-]*)(?:\s+([\s\S]*))?$/i.exec(line.trim());
  if (!match) return { kind: "words", text: line };
  const [, name = "", argument = ""] = match;
  const written = name.toLowerCase();
  const command = slashCommands.find((one) => one === written) ?? aliases[written];
  if (command) return { kind: "command", command, argument: argument.trim() };
  return { kind: "unknown", written: `/${name}`, suggestion: nearest(written) };
}

/** What a line that begins with `/` could become. */
export function completions(line: string): string[] {
  const mode = /^\/mode\s+(\S*)$/.exec(line);
  if (mode)
    return Mode.options.filter((name) => name.startsWith(mode[1] ?? "")).map((name) => `/mode ${name}`);
  const drawn = /^(\/sampling\s+(?:\S+\s+\S+\s+)*)(\S*)$/.exec(line);
  if (drawn)
    return [...samplingNames, "reset"]
      .filter((name) => name.startsWith(drawn[2] ?? ""))
      .map((name) => `${drawn[1]}${name} `);
  if (!/^\/[a-z]*$/.test(line)) return [];
  return slashCommands
    .map((command) => `/${command}`)
    .filter((command) => command.startsWith(line))
    .map((command) => (["/mode", "/resume", "/sampling"].includes(command) ? `${command} ` : command));
}

function nearest(written: string): SlashCommand | undefined {
  if (written === "") return undefined;
  const byDistance = slashCommands
    .map((command) => ({ command, distance: command.startsWith(written) ? 0 : distance(written, command) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = byDistance;
  return best && best.distance <= 2 ? best.command : undefined;
}

/** Letters to change, add or leave out. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, theirs] of [...other].entries()) {
      const change = (row[j] ?? 0) + (letter === theirs ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
