// biome-ignore-start lint/suspicious/noControlCharactersInRegex: control characters are what this file is about
const sequence =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[PX^_][^\u001b]*\u001b\\|[ -/]*[0-Z\\^-~])/g;
const unfinished = /\u001b(?:\[[0-?]*[ -/]*|\][^\u0007\u001b]*\u001b?|[PX^_][^\u001b]*\u001b?|[ -/]*)?$/;
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above

/** A sequence longer than this is not one; what looks like its start is let through without its escape. */
const longestSequence = 4096;

/** Takes terminal codes out of a stream of text, also where a chunk's border cuts one. */
export type TerminalCodeStripper = { take(text: string): string; rest(): string };

/**
 * Leaves plain text with `\n` line ends. A line redrawn with carriage returns, as progress bars are, keeps its last state when
 * both are in one chunk, and becomes lines of its own otherwise.
 */
export function terminalCodeStripper(): TerminalCodeStripper {
  let held = "";
  const clean = (text: string) => lastStates(text.replace(sequence, "")).replace(controls, "");
  return {
    take: (text) => {
      const all = held + text;
      const at = all.search(unfinished);
      const border = at >= 0 && all.length - at <= longestSequence ? at : all.length;
      // A carriage return at the very end may be half of a line end; several are as good as one.
      const end = all[border - 1] === "\r" ? withoutReturns(all.slice(0, border)).length : border;
      held = end < border ? `\r${all.slice(border)}` : all.slice(end);
      return clean(all.slice(0, end));
    },
    rest: () => {
      const last = clean(held);
      held = "";
      return last;
    },
  };
}

/** Of every line what stood there last: what a carriage return was to write over is gone. One pass, however long a line is. */
function lastStates(text: string): string {
  if (!text.includes("\r")) return text;
  const lines = text.split("\n");
  const last = lines.length - 1;
  return lines
    .map((line, index) => {
      const end = withoutReturns(line);
      const state = end.slice(end.lastIndexOf("\r") + 1);
      return index === last && end.length < line.length ? `${state}\n` : state;
    })
    .join("\n");
}

function withoutReturns(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end -= 1;
  return line.slice(0, end);
}
