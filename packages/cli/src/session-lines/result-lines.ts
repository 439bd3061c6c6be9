import { todoItems } from "@kestrel/protocol/api";
import type { ToolEntry } from "@kestrel/session-state";
import { oneLine } from "../terminal/one-line.ts";

/** Last lines of a command's output that are shown. */
const outputShown = 8;

/** The shown part of a result: the end of a command's output, or the first line of a failure or denial, and the line it introduces. */
export function resultLines({
  content = "",
  status,
  exitCode,
  subject,
  approval,
  arguments: bytes,
}: ToolEntry): string[] {
  if (status === "ok" && subject?.display === "list")
    return todoItems(bytes).map(({ text, done }) => `${done ? "✓" : "○"} ${oneLine(text)}`);
  const lines = content.trimEnd().split("\n");
  // A mode's or rule's denial names it; the user's own denial needs no reason.
  const says = status === "error" || status === "rejected" || (status === "denied" && !approval);
  if (exitCode === undefined) return says ? lines.slice(0, lines[0]?.endsWith(":") ? 2 : 1) : [];
  const output = (lines[0]?.startsWith("exit code ") ? lines.slice(1) : lines).filter((line) => line !== "");
  return output.length > outputShown + 1 ? ["…", ...output.slice(-outputShown)] : output;
}
