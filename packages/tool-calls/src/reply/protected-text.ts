import { matchAt } from "../match-at.ts";

/** A fenced code block: its body between the fence lines, `end` after the closing one. */
export type Fence = { language: string; bodyStart: number; bodyEnd: number; end: number; closed: boolean };

const fenceLine = /([ \t]{0,3})(`{3,}|~{3,})([^\n`]*)(?:\n|$)/y;
const ticks = /`+/y;
const maximumSpan = 10_000;

export const atLineStart = (text: string, at: number): boolean =>
  /(?:^|\n)[ \t]{0,3}$/.test(text.slice(Math.max(0, at - 4), at));

/** Closing patterns of a fence character, by length. */
const closers = new Map<string, RegExp>();

/** The fence that opens at `at`, a line start or the blanks after one. */
export function readFence(text: string, at: number): Fence | undefined {
  const opener = matchAt(fenceLine, text, at);
  const mark = opener?.[2];
  if (!opener || mark === undefined) return undefined;
  const bodyStart = at + opener[0].length;
  const language = (opener[3] ?? "").trim().toLowerCase();
  const closer = closers.get(mark) ?? new RegExp(`^[ \\t]{0,3}${mark[0]}{${mark.length},}[ \\t]*$`, "gm");
  if (mark.length < 20) closers.set(mark, closer);
  closer.lastIndex = bodyStart;
  const match = bodyStart <= text.length ? closer.exec(text) : null;
  if (match)
    return { language, bodyStart, bodyEnd: match.index, end: match.index + match[0].length, closed: true };
  // Some models close a fence on the last line of its content.
  const inline = text.trimEnd();
  const closed = inline.endsWith(mark) && inline.length - mark.length > bodyStart;
  const bodyEnd = closed ? inline.length - mark.length : text.length;
  return { language, bodyStart, bodyEnd, end: text.length, closed };
}

/** The end of the code span that opens at `at`, or of the backticks alone if it is unclosed. */
export function skipCodeSpan(text: string, at: number): number {
  const run = (from: number) => (text[from + 1] === "`" ? (matchAt(ticks, text, from)?.[0].length ?? 1) : 1);
  const size = run(at);
  const limit = at + size + maximumSpan;
  const mark = "`".repeat(size);
  for (let index = text.indexOf(mark, at + size); index >= 0 && index <= limit; ) {
    const found = run(index);
    if (found === size)
      return index > at + 2 && /\n[ \t]*\n/.test(text.slice(at, index)) ? at + size : index + size;
    index = text.indexOf(mark, index + found);
  }
  return at + size;
}

// Three are Functionary's mark of a call.
const quoteSign = /[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>(?!>>)/y;

/** Which lines start a quotation and which continue one. Linear when queried in order. */
export class QuotedLines {
  start = 0;
  private end = -1;
  private quote: "begun" | "goes on" | undefined;

  at(text: string, at: number) {
    while (this.end < at) {
      this.start = this.end + 1;
      const goesOn = this.quote === "begun" ? "goes on" : undefined;
      this.quote = matchAt(quoteSign, text, this.start) ? "begun" : goesOn;
      this.skip(text, this.start);
    }
    return this.quote;
  }

  /** Treats the text up to `to` as one line: it belongs to a call. */
  skip(text: string, to: number): void {
    const end = to > this.end ? text.indexOf("\n", to) : this.end;
    this.end = end < 0 ? text.length : end;
  }
}

/** Whether the span from `start` to `end` is in quotation marks; ignores text before `from`. */
export function isQuoted(text: string, start: number, end: number, from = 0): boolean {
  if (/["'“‘„‚«»‹›「『]/.test(text[start - 1] ?? "") && /["'”’“‘«»‹›」』]/.test(text[end] ?? "")) return true;
  const rest = text.slice(end, end + 400).split("\n", 1)[0] ?? "";
  const line = text.slice(Math.max(from, start - 400), start).replace(/^[\s\S]*\n/, "");
  return rest.includes('"') && line.split('"').length % 2 === 0;
}
