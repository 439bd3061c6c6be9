const opening = /^( {0,3})(`{3,}|~{3,})[ \t]*(?:markdown|mdx?)\b[^\n`]*(?:\n|$)/i;

/** Whether a code block of this language holds Markdown, which has fences of its own. */
export const isMarkdown = (language: string | undefined): boolean =>
  /^(?:markdown|mdx?)\b/i.test(language ?? "");

/**
 * A fence for Markdown, up to the fence that closes it. Models write fences inside it that are no longer than the outer one, of
 * which CommonMark takes the first bare one for its end. Here a fence with a language opens a block within, and so does a bare one
 * that stands like an opening one. Undefined for anything else.
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

/** The lines of a text from a place on, by number, split as far as they are asked for: a fence may be short and what follows it long. */
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

/** Whether a bare fence stands like one that opens: behind a blank line or a colon, code right below it, and a closing one behind that. */
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
