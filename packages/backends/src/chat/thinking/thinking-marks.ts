import { thinkingMarks } from "@kestrel/tool-calls/marks";

/** Marks that close what only the template opened: the reply begins in the middle of the thinking. */
export const orphanMarks: readonly string[] = thinkingMarks
  .filter(({ prompted }) => prompted)
  .map(({ close }) => close);

/** How many characters at the end of `text` are the beginning of `mark`. */
export function overlap(text: string, mark: string): number {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length -= 1) {
    if (text.endsWith(mark.slice(0, length))) return length;
  }
  return 0;
}
