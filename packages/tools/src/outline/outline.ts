import { clipEnd } from "../answer/clip.ts";
import { definitionsIn } from "./definitions.table.ts";

type Entry = { first: number; last: number; depth: number; text: string };

/** UTF-16 units: reading the lines of a longer text would block the daemon. */
const longestText = 500_000;
/** UTF-16 units of one definition. */
const longestEntry = 100;
/** Deeper ones belong to a function. */
const deepest = 3;

/**
 * Lists the definitions from a line on, each with its lines, in at most `units` UTF-16 units. Leaves out the inner ones first
 * and says how many are missing. Empty for a file in a language without patterns.
 */
export function outlineOf(path: string, text: string, from: number, units: number): string {
  if (text.length > longestText) return "";
  const entries = entriesIn(path, text).filter(({ first }) => first >= from);
  if (entries.length === 0) return "";
  const head = "[defined below, by line:]";
  const written = (of: readonly Entry[]) =>
    of.map(({ first, last, depth, text: words }) => {
      return `${"  ".repeat(depth)}${first === last ? first : `${first}-${last}`} ${words}`;
    });
  for (let depth = deepest; ; depth -= 1) {
    const kept = entries.filter((one) => one.depth <= depth);
    const lines = written(kept);
    const left = entries.length - kept.length;
    const whole = [head, ...lines, ...(left > 0 ? [`[${left} inside these not named]`] : [])].join("\n");
    if (whole.length <= units) return whole;
    if (depth > 0) continue;
    const note = (count: number) => `[${count} more not named; search for one]`;
    let room = units - head.length - note(entries.length).length - 2;
    const shown = lines.filter((line) => {
      room -= line.length + 1;
      return room >= 0;
    });
    if (shown.length === 0) return "";
    return [head, ...shown, note(entries.length - shown.length)].join("\n");
  }
}

/** Definitions with their last line, by indentation: that works for every language of the table. */
function entriesIn(path: string, text: string): Entry[] {
  const defines = definitionsIn(path);
  if (!defines) return [];
  const found: Entry[] = [];
  const open: (Entry & { indent: number })[] = [];
  let lastWritten = 0;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const indent = line.search(/\S/);
    if (indent < 0) continue;
    const number = index + 1;
    const closes = /^\s*(?:[}]|end\b)/.test(line);
    // `): Answer {` and `{` continue the lines above them.
    const goesOn = /^\s*[)\]{]/.test(line);
    for (
      let top = open.at(-1);
      top && top.indent >= indent && !(goesOn && top.indent === indent);
      top = open.at(-1)
    ) {
      top.last = closes && top.indent === indent ? number : lastWritten;
      open.pop();
    }
    if (defines(line)) {
      const words = clipEnd(line.trim().replace(/\s*[{:(]$/, ""), longestEntry);
      const entry = { first: number, last: number, depth: open.length, text: words, indent };
      open.push(entry);
      if (entry.depth < deepest) found.push(entry);
    }
    lastWritten = number;
  }
  for (const one of open) one.last = lastWritten;
  return found;
}
