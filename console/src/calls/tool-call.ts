import { exactBytes, type ToolDisplay } from "@kestrel/protocol";
import { type ToolEntry, usedThing } from "@kestrel/session-state";
import type { IconName } from "../ui/icon.tsx";

/** A call for display: its action and target. */
export type ToolCall = {
  display: ToolDisplay;
  icon: IconName;
  /** The command, query or file; for a tool without a subject, the raw arguments. */
  target: string;
  /** The path, when there is both a target and a path. */
  where?: string;
};

const icons = {
  command: "shell",
  file: "read",
  matches: "search",
  diff: "edit",
  list: "check",
  question: "info",
  capability: "other",
  text: "other",
} as const satisfies Record<ToolDisplay, IconName>;

export function readCall({
  arguments: bytes,
  subject,
  question,
}: Pick<ToolEntry, "arguments" | "subject" | "question">): ToolCall {
  const { commands = [], paths = [], pattern } = subject ?? {};
  const asksPerson = question && question.server === undefined;
  const display = asksPerson ? "question" : (subject?.display ?? "text");
  const icon = icons[display];
  if (display === "question") return { display, icon, target: question?.question ?? "" };
  const path = paths.map((one) => one.path).join(", ") || undefined;
  const used = display === "capability" ? usedThing(bytes) : undefined;
  if (used !== undefined) return { display, icon, target: used };
  const [target, where] =
    commands.length > 0 ? [commands.join("\n"), path] : pattern ? [pattern, path] : [path ?? bytes];
  return { display, icon, target, where };
}

/** The exact call as one text: its commands, a blank line, the other arguments. */
export function exactText(entry: Pick<ToolEntry, "arguments" | "subject">): string {
  const { commands, arguments: beside } = exactBytes(entry);
  return [commands.join("\n"), beside].filter(Boolean).join("\n\n");
}

export type Hits = { path: string; lines: readonly { line: number; text: string }[] };

/** Search results by file: a line with the path, then `number: text` for each hit. `rest` contains notes on the search itself. */
export function readHits(content: string): { files: Hits[]; rest: string[]; count: number } {
  const files: { path: string; lines: { line: number; text: string }[] }[] = [];
  const rest: string[] = [];
  let count = 0;
  for (const line of content.split("\n")) {
    const hit = /^(\d+):\s?(.*)$/.exec(line);
    const file = files.at(-1);
    if (hit && file) {
      file.lines.push({ line: Number(hit[1]), text: hit[2] ?? "" });
      count++;
    } else if (line.startsWith("[") || line === "No matches." || line === "No files match.") rest.push(line);
    else if (line.trim() !== "") files.push({ path: line, lines: [] });
  }
  return { files, rest, count };
}

/** How many lines of a file a read shows. Notes in brackets below them do not count. */
export function linesRead(content: string): number {
  const text = content.replace(notesBelow, "").replace(/\n$/, "");
  return text === "" ? 0 : text.split("\n").length;
}

/** The format of `read`, and of files attached to a message. */
const notesBelow =
  /(?:(?:^|\n+)\[(?:lines \d|empty file|not valid UTF-8|probably |[\w-]+ text, decoded|To change )[^\n]*\])+$/;
