import { matchAt, type ParseContext } from "../readers/parse-context.ts";

/** Reasoning that opens at `at`: where it begins and what closes it. */
export function readThinkOpener(
  { text, marks }: ParseContext,
  at: number,
): { inner: number; closer: RegExp } | undefined {
  for (const { open, closes } of marks.thinking) {
    const found = matchAt(open, text, at);
    if (found) return { inner: at + found[0].length, closer: closes };
  }
  return undefined;
}

/** The end of a closing mark of reasoning at `at`, whose opening mark is missing; `undefined` if there is none. */
export function readThinkCloser({ text, marks }: ParseContext, at: number): number | undefined {
  const found = matchAt(marks.orphan, text, at);
  return found && found[0] !== "" ? at + found[0].length : undefined;
}

/** Where a pattern is found next, from `at`. */
export function nextOf(
  pattern: RegExp,
  text: string,
  at: number,
): { index: number; end: number } | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found ? { index: found.index, end: found.index + found[0].length } : undefined;
}

/** The reply without reasoning whose opening mark a server left out of its first words. */
export function withoutLeadingThought(text: string, { thinking }: ParseContext["marks"]): string {
  for (const { open, closes, first } of thinking) {
    const opened = first ? matchAt(open, text, 0) : undefined;
    const closed = opened && nextOf(closes, text, opened[0].length);
    if (closed) return text.slice(closed.end).trimStart();
  }
  return text;
}
