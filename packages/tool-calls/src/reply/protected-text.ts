/** A fenced code block: `body` between the fence lines, `end` after the closing one. */
export type Fence = {
  start: number;
  language: string;
  bodyStart: number;
  bodyEnd: number;
  end: number;
  closed: boolean;
};

const fenceLine = /([ \t]{0,3})(`{3,}|~{3,})([^\n`]*)(?:\n|$)/y;
const maximumSpan = 10_000;

export function atLineStart(text: string, at: number): boolean {
  for (let index = at - 1; index >= 0; index -= 1) {
    const char = text[index];
    if (char === "\n") return true;
    if (char !== " " && char !== "\t") return false;
    if (at - index > 3) return false;
  }
  return true;
}

const closers = new Map<string, RegExp>();

/** What closes a fence of that mark; made once for the lengths that occur. */
function closerOf(mark: string): RegExp {
  const known = closers.get(mark);
  if (known) return known;
  const closer = new RegExp(`^[ \\t]{0,3}${mark[0]}{${mark.length},}[ \\t]*$`, "gm");
  if (mark.length < 20) closers.set(mark, closer);
  return closer;
}

/** The fence that opens at `at`, a line start or the blanks after one. */
export function readFence(text: string, at: number): Fence | undefined {
  fenceLine.lastIndex = at;
  const opener = fenceLine.exec(text);
  const mark = opener?.[2];
  if (!opener || mark === undefined) return undefined;
  const bodyStart = at + opener[0].length;
  const language = (opener[3] ?? "").trim().toLowerCase();
  const closer = closerOf(mark);
  closer.lastIndex = bodyStart;
  const match = bodyStart <= text.length ? closer.exec(text) : null;
  if (match) {
    return {
      start: at,
      language,
      bodyStart,
      bodyEnd: match.index,
      end: match.index + match[0].length,
      closed: true,
    };
  }
  // Some models close the fence on the last line of its content.
  const inline = text.trimEnd();
  const glued = inline.endsWith(mark) && inline.length - mark.length > bodyStart;
  const partial = /\n[`~]{1,2}$/.exec(inline)?.index;
  const bodyEnd = glued ? inline.length - mark.length : Math.max(bodyStart, partial ?? text.length);
  return { start: at, language, bodyStart, bodyEnd, end: text.length, closed: glued };
}

/** The end of the code span that opens at `at`, or of the backticks alone if nothing closes them. */
export function skipCodeSpan(text: string, at: number): number {
  let size = 1;
  while (text[at + size] === "`") size += 1;
  const mark = "`".repeat(size);
  const limit = Math.min(text.length, at + size + maximumSpan);
  let index = at + size;
  while (index < limit) {
    const found = text.indexOf(mark, index);
    if (found < 0 || found > limit) break;
    let run = size;
    while (text[found + run] === "`") run += 1;
    if (run === size) {
      const blank = text.slice(at, found).search(/\n[ \t]*\n/);
      return blank < 0 ? found + size : at + size;
    }
    index = found + run;
  }
  return at + size;
}

/** True if the span from `start` to `end` stands in quotation marks; what lies before `from` is no text. */
export function isQuoted(text: string, start: number, end: number, from = 0): boolean {
  const before = text[start - 1] ?? "";
  const after = text[end] ?? "";
  if (
    "\"'“‘„‚«»‹›「『".includes(before) &&
    before !== "" &&
    "\"'”’“‘«»‹›」』".includes(after) &&
    after !== ""
  )
    return true;
  const rest = text.slice(end, end + 400).split("\n", 1)[0] ?? "";
  if (!/["”」]/.test(rest)) return false;
  const line = text.slice(Math.max(from, start - 400), start).replace(/^[\s\S]*\n/, "");
  const straight = line.split('"').length - 1;
  if (straight % 2 === 1 && rest.includes('"')) return true;
  const curly =
    line.lastIndexOf("“") > line.lastIndexOf("”") || line.lastIndexOf("「") > line.lastIndexOf("」");
  return curly && /[”」]/.test(rest);
}
