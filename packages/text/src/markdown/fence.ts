const opening = /^( {0,3})(`{3,}|~{3,})[ \t]*(?:markdown|mdx?)\b[^\n`]*(?:\n|$)/i;

/** Whether a code block of this language contains Markdown, which has its own fences. */
export const isMarkdown = (language: string | undefined): boolean =>
  /^(?:markdown|mdx?)\b/i.test(language ?? "");

/**
 * A Markdown fence, up to its closing fence. Models nest fences that are no longer than the outer one, which CommonMark ends at the first
 * bare one. Here a fence with a language opens a nested block, and so does a bare one in an opening position. Undefined for anything else.
 */
export function markdownFence(src: string): { raw: string; text: string; language: string } | undefined {
  const [head, indent = "", fence = ""] = opening.exec(src) ?? [];
  if (head === undefined) return undefined;
  const lines = linesFrom(src, head.length);
  const language = head.trim().slice(fence.length).trim();
  const textOf = (some: readonly string[]) =>
    some.map((line) => line.replace(new RegExp(`^ {0,${indent.length}}`), "")).join("\n");
  let inner = 0;
  for (let at = 0; ; at++) {
    const line = lines(at);
    if (line === undefined) break;
    const found = fenceIn(line, fence);
    if (!found || found.length < Math.max(inner, fence.length)) continue;
    if (inner > 0) {
      if (found.bare) inner = 0;
    } else if (!found.bare || found.deep || opensBlock(lines, at, fence)) inner = found.length;
    else {
      const body = Array.from({ length: at }, (_, index) => lines(index) ?? "");
      return { raw: head + [...body, line].join("\n"), text: textOf(body), language };
    }
  }
  const rest = src.slice(head.length).split("\n");
  return { raw: src, text: textOf(rest).replace(/\n$/, ""), language };
}

type Lines = (at: number) => string | undefined;

/** The lines of a text from an offset on, by number, split lazily: a fence may be short and the rest long. */
function linesFrom(text: string, start: number): Lines {
  const known: string[] = [];
  let from = start;
  return (at) => {
    while (known.length <= at && from <= text.length) {
      const end = text.indexOf("\n", from);
      known.push(text.slice(from, end < 0 ? undefined : end));
      from = end < 0 ? text.length + 1 : end + 1;
    }
    return known[at];
  };
}

type Fence = { length: number; bare: boolean; deep: boolean };

function fenceIn(line: string, { 0: sign = "" }: string): Fence | undefined {
  const [, indent = "", run = "", info = ""] = /^([ \t]*)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  if (run[0] !== sign || (sign === "`" && info.includes("`"))) return undefined;
  return { length: run.length, bare: info.trim() === "", deep: indent.length > 3 };
}

/** Whether a bare fence is in an opening position: after a blank line or a colon, with code directly below and a closing fence after it. */
function opensBlock(lines: Lines, at: number, fence: string): boolean {
  const isBlank = (index: number) => (lines(index) ?? "").trim() === "";
  const before = (at === 0 ? "-" : (lines(at - 1) ?? "-")).trim();
  if (!(before === "" || /[:：]$/.test(before)) || isBlank(at + 1)) return false;
  for (let next = at + 1; ; next++) {
    const line = lines(next);
    if (line === undefined) return false;
    const found = fenceIn(line, fence);
    if (found) return found.bare && isBlank(next + 1);
  }
}
