/** Counts lines and collects those that look like errors. */
export type LineWatch = {
  take(text: string): void;
  /** Lines so far. */
  lines(): number;
  /** The collected lines after line `after` and before line `before`, with their numbers. */
  between(after: number, before: number): string[];
};

const telling =
  /\b(?:error|errors|err!|fail|failed|failing|failure|fatal|panic|panicked|exception|traceback|undefined reference|not found|denied)\b|^E\s/i;
const longestLine = 200;
const mostKept = 400;

/** `units` of UTF-16 is the most that `between` gives. */
export function lineWatch(units: number): LineWatch {
  const kept: { number: number; line: string }[] = [];
  let number = 0;
  let line = "";
  const endLine = () => {
    number += 1;
    if (kept.length < mostKept && telling.test(line)) kept.push({ number, line });
    line = "";
  };
  return {
    take: (text) => {
      let start = 0;
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
        line += text.slice(start, Math.min(end, start + longestLine - line.length));
        endLine();
        start = end + 1;
      }
      if (line.length < longestLine) line += text.slice(start, start + longestLine - line.length);
    },
    lines: () => number + (line === "" ? 0 : 1),
    between: (after, before) => {
      let left = units;
      const shown: string[] = [];
      for (const one of kept) {
        if (one.number <= after || one.number >= before) continue;
        const text = `${one.number}: ${one.line}`;
        left -= text.length + 1;
        if (left < 0) break;
        shown.push(text);
      }
      return shown;
    },
  };
}
