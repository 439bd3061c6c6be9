import type { AnsweredCall } from "./call-signature.ts";

const told = 3;
const ended = 5;

/** Whether one tool answers with one error again and again, whatever it is asked. Its success or a changed file begins afresh. */
export function sameErrorOf(calls: readonly AnsweredCall[]): "none" | "again" | "endless" {
  const newest = calls.at(-1);
  const error = newest && errorOf(newest);
  if (!newest || error === undefined) return "none";
  let times = 0;
  for (const call of calls.toReversed()) {
    if (call.changes.length > 0) break;
    // A stub in place of a repeated answer holds no error to compare.
    if (call.tool !== newest.tool || call.content?.startsWith("[Unchanged")) continue;
    if (errorOf(call) !== error) break;
    times++;
  }
  if (times >= ended) return "endless";
  return times === told ? "again" : "none";
}

/** The error without what varies in it: names in quotes, paths, numbers. Undefined for a success and for a silent exit code. */
function errorOf({ status, content = "", exitCode }: AnsweredCall): string | undefined {
  if (status !== "error" && status !== "rejected") return undefined;
  const words = exitCode === undefined ? content : content.slice(content.indexOf("\n") + 1);
  if (exitCode !== undefined && /^\s*(\[no output\]\s*)?$/.test(words)) return undefined;
  return words
    .replace(/\n\[[^\n]*\]$/, "")
    .slice(0, 400)
    .replace(/"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g, "*")
    .replace(/[^\s:,;()]*[/\\][^\s:,;()]*/g, "*")
    .replace(/\d+/g, "#")
    .slice(0, 200);
}
