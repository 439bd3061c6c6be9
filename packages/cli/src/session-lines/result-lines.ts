import { todoItems } from "@kestrel/protocol/api";
import type { ToolEntry } from "@kestrel/session-state";
import { oneLine } from "../terminal/one-line.ts";

/** Lines of a command's output that are shown: the last ones. */
const outputShown = 8;

/** What a person wants to see of a result: the end of a command's output, the first line of a failure or of a refusal, and what that announces. */
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
  // A mode or a rule that denies says which; what a person denied they know.
  const says = status === "error" || status === "rejected" || (status === "denied" && !approval);
  if (exitCode === undefined) return says ? lines.slice(0, lines[0]?.endsWith(":") ? 2 : 1) : [];
  const output = (lines[0]?.startsWith("exit code ") ? lines.slice(1) : lines).filter((line) => line !== "");
  return output.length > outputShown + 1 ? ["…", ...output.slice(-outputShown)] : output;
}
