import { exactBytes } from "@kestrel/protocol";
import { todoItems } from "@kestrel/protocol/api";
import { type ToolEntry, usedThing } from "@kestrel/session-state";
import { oneLine } from "../terminal/one-line.ts";

/** The fields of a call that its line needs. */
export type DescribedCall = Pick<ToolEntry, "tool" | "arguments" | "subject" | "question">;

/** Longest description of a call. Characters. */
const longest = 120;

/** A call in one line: `read greeting.txt`, `$ npm test`, `? Which one?`. Without a subject, its arguments as sent. */
export function describeCall(call: DescribedCall): string {
  const { tool, subject: { commands = [], paths = [], pattern, display } = {}, question } = call;
  if (display === "question" || (question && question.server === undefined))
    return question ? `? ${firstLine(question.question)}` : oneLine(tool);
  const items = display === "list" ? todoItems(call.arguments) : [];
  if (items.length > 0) {
    const next = items.find(({ done }) => !done);
    const done = items.filter((item) => item.done).length;
    return `${oneLine(tool)} ${done}/${items.length}${next ? ` ${firstLine(next.text)}` : ""}`;
  }
  const used = display === "capability" ? usedThing(call.arguments) : undefined;
  if (used !== undefined) return `use ${firstLine(used)}`;
  if (commands.length > 0) return `$ ${firstLine(commands.join("\n"))}`;
  if (pattern === undefined && paths.length === 0) return `${oneLine(tool)} ${firstLine(call.arguments)}`;
  const about = [pattern, ...paths.map(({ path }) => path)].filter((part) => part !== undefined);
  return `${oneLine(tool)} ${firstLine(about.join(" "))}`;
}

/** The parts of a call missing from its line: a long or multi-line command, other arguments. Empty when the line is complete. */
export function restOfCall(call: ToolEntry): string[] {
  const { subject: { paths = [] } = {}, approval } = call;
  const { commands, arguments: beside } = exactBytes(call);
  if (commands.length > 0) {
    const rest = fitsLine(commands.join("\n")) ? [] : commands;
    return beside === undefined ? [...rest] : [...rest, beside];
  }
  const shownAsDiff = approval?.preview !== undefined && paths.length === 1 && fitsLine(paths[0]?.path ?? "");
  return shownAsDiff ? [] : [call.arguments];
}

function fitsLine(text: string): boolean {
  return text.length <= longest && !text.includes("\n") && text.trim() === text;
}

function firstLine(text: string): string {
  const [line = "", ...more] = text.trim().split("\n");
  const cut = line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
  return oneLine(more.length > 0 ? `${cut} …` : cut);
}
