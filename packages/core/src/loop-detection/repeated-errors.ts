import type { AnsweredCall } from "./call-signature.ts";

const told = 3;
const ended = 5;

/** Whether one tool keeps returning the same error, whatever the arguments. Its success or a changed file resets the count. */
export class RepeatedErrors {
  readonly #streaks = new Map<string, { error: string; times: number }>();

  add(call: AnsweredCall): "none" | "again" | "endless" {
    if (call.changedFiles) this.#streaks.clear();
    const error = errorOf(call);
    if (error === undefined || call.changedFiles) {
      this.#streaks.delete(call.tool);
      return "none";
    }
    const before = this.#streaks.get(call.tool);
    const times = before?.error === error ? before.times + 1 : 1;
    this.#streaks.set(call.tool, { error, times });
    if (times >= ended) return "endless";
    return times === told ? "again" : "none";
  }

  /** The newest result of that tool was replaced by "unchanged": it is no error and does not count. */
  takeBack({ tool }: AnsweredCall): void {
    const streak = this.#streaks.get(tool);
    if (streak) this.#streaks.set(tool, { ...streak, times: streak.times - 1 });
  }
}

/** The error without its variable parts: quoted names, paths, numbers. Undefined for a success and for a silent exit code. */
function errorOf({ status, content, exitCode }: AnsweredCall): string | undefined {
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
