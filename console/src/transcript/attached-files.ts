export type AttachedFile = { name: string; text: string };

const asSent = (text: string) => text.replace(/\r\n/g, "\n").replace(/\n$/, "");

/** Bytes of a file's text in the message, which has no line end behind its last line. */
export const bytesSent = (text: string): number => new TextEncoder().encode(asSent(text)).length;

/** The text followed by the files, each in a fence that nothing in it closes. */
export function withFiles(words: string, files: readonly AttachedFile[]): string {
  const parts = files.map(({ name, text }) => {
    const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
    const fence = "`".repeat(longest + 1);
    return `${name}:\n${fence}\n${asSent(text)}\n${fence}`;
  });
  return [words, ...parts].join("\n\n");
}

const head = /\n\n([^\n`]{1,255}):\n(`{3,})\n/g;

/** Positions tried as the start of the files: a message by a person has few. */
const mostTries = 20;

/** Splits a message made by `withFiles` into the user's text and the files behind it. Linear in the text. */
export function splitFiles(text: string): { words: string; files: readonly AttachedFile[] } {
  head.lastIndex = 0;
  for (let tries = 0; tries < mostTries && text.endsWith("```"); tries++) {
    const first = head.exec(text);
    if (!first) break;
    const { index, lastIndex } = { index: first.index, lastIndex: head.lastIndex };
    const files = filesFrom(text, index);
    if (files) return { words: text.slice(0, index), files };
    head.lastIndex = lastIndex;
  }
  return { words: text, files: [] };
}

/** The files from that position to the end. Undefined when other text is between or behind them. */
function filesFrom(text: string, start: number): AttachedFile[] | undefined {
  const files: AttachedFile[] = [];
  for (let at = start; at < text.length; ) {
    head.lastIndex = at;
    const found = head.exec(text);
    if (found?.index !== at) return undefined;
    const [, name = "", fence = ""] = found;
    const from = head.lastIndex;
    const end = endOf(text, `\n${fence}`, from - 1);
    if (end === undefined) return undefined;
    files.push({ name, text: text.slice(from, Math.max(from, end)) });
    at = end + fence.length + 1;
  }
  return files;
}

/** Where a closing fence begins that is followed only by the next file, or by nothing. */
function endOf(text: string, close: string, from: number): number | undefined {
  for (let at = text.indexOf(close, from); at >= 0; at = text.indexOf(close, at + 1)) {
    const behind = at + close.length;
    if (behind === text.length || text.startsWith("\n\n", behind)) return at;
  }
  return undefined;
}
