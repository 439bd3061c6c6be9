import type { Marks } from "../grammar/compile.ts";

const longest = 200;

/** The start of a truncated mark at the end of `text`, or -1. */
export function partialMark(text: string, among: readonly string[]): number {
  const tail = text.slice(-longest).replaceAll("|", "｜").toLowerCase();
  for (let at = 0; at < tail.length - 1; at += 1) {
    if (/[\w/]/.test(tail[at - 1] ?? "") && /\w/.test(tail[at] ?? "")) continue;
    const part = tail.slice(at);
    if (among.some((mark) => mark.length > part.length && mark.startsWith(part)))
      return text.length - tail.length + at;
  }
  return -1;
}

/** The text without a truncated mark at its end. */
export function withoutCutMark(text: string, { endings }: Marks): string {
  const at = partialMark(text, endings);
  return text.slice(0, at < 0 ? text.length : at).replace(/\n`{1,2}$|<\/?$|\[\/?$/, "");
}
