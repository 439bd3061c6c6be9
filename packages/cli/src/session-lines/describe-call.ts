import { exactBytes } from "@kestrel/protocol";
import { todoItems } from "@kestrel/protocol/api";
import { type ToolEntry, usedThing } from "@kestrel/session-state";
import { oneLine } from "../terminal/one-line.ts";

/** What a line about a call needs of it. */
export type DescribedCall = Pick<ToolEntry, "tool" | "arguments" | "subject" | "question">;

/** More characters than this of a call are cut in its line. */
const longest = 120;

/** A call in one line, as a person would say it: `read greeting.txt`, `$ npm test`, `? Which one?`. Without a subject, its bytes. */
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

/** What the call's line does not say of it: a long or many-lined command, every argument beside it. Empty when it says all. */
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
