// biome-ignore-start lint/suspicious/noControlCharactersInRegex: control characters are what this file is about
const sequence =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[PX^_][^\u001b]*\u001b\\|[ -/]*[0-Z\\^-~])/g;
const unfinished = /\u001b(?:\[[0-?]*[ -/]*|\][^\u0007\u001b]*\u001b?|[PX^_][^\u001b]*\u001b?|[ -/]*)?$/;
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above

/** A sequence longer than this is not one; what looks like its start is let through without its escape. */
const LONGEST_SEQUENCE = 4096;

/** Takes terminal codes out of a stream of text, also where a chunk's border cuts one. */
export type TerminalCodeStripper = { take(text: string): string; rest(): string };

/**
 * Leaves plain text with `\n` line ends. A line redrawn with carriage returns, as progress bars are, keeps its last state when
 * both are in one chunk, and becomes lines of its own otherwise.
 */
export function terminalCodeStripper(): TerminalCodeStripper {
  let held = "";
  const clean = (text: string) =>
    text
      .replace(sequence, "")
      .replace(/\r+\n/g, "\n")
      .replace(/[^\n]*\r(?=[^\n])/g, "")
      .replaceAll("\r", "\n")
      .replace(controls, "");
  return {
    take: (text) => {
      const all = held + text;
      const at = all.search(unfinished);
      const border = at >= 0 && all.length - at <= LONGEST_SEQUENCE ? at : all.length;
      // A carriage return at the very end may be half of a line end.
      const end = all[border - 1] === "\r" ? border - 1 : border;
      held = all.slice(end);
      return clean(all.slice(0, end));
    },
    rest: () => {
      const last = clean(held);
      held = "";
      return last;
    },
  };
}
