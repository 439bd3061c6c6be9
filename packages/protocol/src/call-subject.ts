import { z } from "zod";

/** One simple command of a shell line: its words as the shell hands them over, and what stands between it and the next. */
export const SimpleCommand = z.object({
  words: z.array(z.string()),
  joint: z.enum(["&&", "||", ";", "|", "&", ""]),
});
export type SimpleCommand = z.infer<typeof SimpleCommand>;

/**
 * How a client draws a call and its result. `matches`: a path, then `line: text` below it. `list`: the items of a plan.
 * `question`: what the person was asked, and the answer. `capability`: what `use` was asked for. Whatever names none is drawn as its arguments and the text of its result.
 */
export const ToolDisplay = z.enum([
  "command",
  "file",
  "matches",
  "diff",
  "list",
  "question",
  "capability",
  "text",
]);
export type ToolDisplay = z.infer<typeof ToolDisplay>;

/**
 * What a call is about, told once by its tool from the arguments alone. Whoever wants to know what a call touches reads
 * this and never the arguments. Paths and commands are as the model wrote them.
 */
export const CallSubject = z.object({
  /** Command lines it runs. */
  commands: z.array(z.string()).optional(),
  /** The simple commands of those lines, in order, as a parser reads them; absent where a line is more than a row of them. */
  simple: z.array(SimpleCommand).optional(),
  /** Every shell that may stand behind `sh` reads the lines as `simple` says, and nothing else in them does anything. */
  alike: z.literal(true).optional(),
  paths: z.array(z.object({ path: z.string(), access: z.enum(["read", "write"]) })).optional(),
  /** What it looks for in them. */
  pattern: z.string().optional(),
  /** Hosts or URLs it reaches. */
  network: z.array(z.string()).optional(),
  /** What it calls through `use`: `server/tool`. */
  capability: z.string().optional(),
  /** It may do more than it names. */
  opaque: z.literal(true).optional(),
  display: ToolDisplay.optional(),
});
export type CallSubject = z.infer<typeof CallSubject>;

/** Whether a call may turn out to do nothing but look: it describes itself so, or it is a line that can be judged. */
export function mayOnlyRead({
  commands = [],
  alike,
  paths = [],
  network = [],
  capability,
  opaque,
}: CallSubject): boolean {
  const writes = paths.some(({ access }) => access === "write");
  if (opaque || writes || capability !== undefined) return false;
  return commands.length > 0 ? alike === true : network.length === 0;
}

/** What a person must see of a call to answer for it: its commands, and its arguments unless the one command says all of them. */
export type ExactBytes = { commands: readonly string[]; arguments?: string };

/** Every byte that a call was made with. `arguments` is its JSON as it was stored. */
export function exactBytes(call: { arguments: string; subject?: CallSubject | undefined }): ExactBytes {
  const commands = call.subject?.commands ?? [];
  const [command, ...more] = commands;
  const saysAll =
    command !== undefined &&
    more.length === 0 &&
    withoutBlanks(call.arguments) === JSON.stringify({ command });
  return saysAll ? { commands } : { commands, arguments: call.arguments };
}

/** JSON without the blanks between its values; those within a text are kept. */
function withoutBlanks(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*"?)|\s+/gs, "$1");
}
