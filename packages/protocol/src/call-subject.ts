import { z } from "zod";

/** One simple command of a shell line: its words after quoting, and the operator before the next command. */
export const SimpleCommand = z.object({
  words: z.array(z.string()),
  joint: z.enum(["&&", "||", ";", "|", "&", ""]),
});
export type SimpleCommand = z.infer<typeof SimpleCommand>;

/**
 * How a client shows a call and its result. `matches`: a path, then `line: text` below it. `list`: the items of a plan.
 * `question`: the question to the person and the answer. `capability`: what `use` was called for. Without one, a client shows the
 * arguments and the text of the result.
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
 * What a call affects. Its tool derives it once, from the arguments alone. All other code reads this and never the arguments.
 * Paths and commands are as the model wrote them.
 */
export const CallSubject = z.object({
  /** Command lines it runs. */
  commands: z.array(z.string()).optional(),
  /** The simple commands of those lines, in order, as parsed. Absent where a line is more than a sequence of them. */
  simple: z.array(SimpleCommand).optional(),
  /** Every shell that `sh` may be parses the lines as in `simple`, and nothing else in them has an effect. */
  alike: z.literal(true).optional(),
  paths: z.array(z.object({ path: z.string(), access: z.enum(["read", "write"]) })).optional(),
  /** The search pattern. */
  pattern: z.string().optional(),
  /** Hosts or URLs it reaches. */
  network: z.array(z.string()).optional(),
  /** The capability called through `use`: `server/tool`. */
  capability: z.string().optional(),
  /** It may do more than it names. */
  opaque: z.literal(true).optional(),
  display: ToolDisplay.optional(),
});
export type CallSubject = z.infer<typeof CallSubject>;

/** Whether a call may be read-only: it describes itself so, or it is a command line that can be judged. */
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

/** The part of a call the user must see to approve it: its commands, and its arguments unless the one command contains them all. */
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
