import type { LandedToolCall } from "../calls/landed-call.ts";

/** A file that a block of a reply may mean: read in this session, or new and named by the message. */
export type KnownFile = { path: string; text?: string };

/** What is known of the files that a reply may write. */
export type KnownFiles = {
  named: readonly KnownFile[];
  seen: readonly KnownFile[];
  /** The message asks something. */
  asks: boolean;
  /** A piece of a file was refused in this turn. */
  refused: boolean;
};

/** A block of code, and the file it is for. */
type Block = { name: string; language: string; lines: readonly string[]; closed: boolean };

/** What was expected of a piece that was refused; by this it is known again. */
export const wholeFile = "the whole file";

/** A share of the lines of a file: a block with less is a piece of it. */
const wholeFrom = 0.6;
/** Languages of commands and calls; a file is one only where it is named. */
const noFile = /^(?:bash|sh|shell|console|zsh|json|diff|patch|tool_call)?$/;

/**
 * The files that a reply writes whole: a line with a file's name, then a block with its new content. Each is a `write`, or a call
 * that is refused because it would leave out lines. A block without a name belongs to the one new file that the message names,
 * else to the one file that it names. What no file is meant by is left as words.
 */
export function wholeFileCalls(
  text: string,
  files: KnownFiles,
): { calls: LandedToolCall[]; text: string } | undefined {
  const { blocks, words } = blocksOf(text);
  const all = [...files.named, ...files.seen];
  const meant = blocks.flatMap((block) => {
    const file = namedBy(block.name, all) ?? (blocks.length === 1 ? unnamed(block, files.named) : undefined);
    return file ? [{ file, block }] : [];
  });
  if (meant.length === 0) return undefined;
  // A piece that nobody named quotes a file where a question was asked; a second one is not asked for whole again.
  const isQuote = files.asks || files.refused;
  // Of two blocks for one file the last one holds: the first was what it says now.
  const last = meant.filter(({ file }, at) => !meant.slice(at + 1).some((other) => other.file === file));
  const calls = last
    .map(({ file, block }) => callOf(file, block))
    .filter(({ rejected }) => rejected === undefined || !isQuote);
  return calls.length > 0 ? { calls, text: words } : undefined;
}

function callOf(file: KnownFile, { lines, closed }: Block): LandedToolCall {
  const { path, text } = file;
  const base = { tool: "write", recovered: "whole_file" as const };
  const before = text === undefined ? 0 : text.trimEnd().split("\n").length;
  const cut = !closed || lines.some(isEllipsis) || lines.length < before * wholeFrom;
  if (cut && (text !== undefined || !closed)) {
    const reason = `that leaves out lines of ${path}, so nothing was written`;
    const hint = `write ${path} again, whole: every line, also those that stay as they are`;
    const expected = wholeFile;
    return {
      ...base,
      arguments: "{}",
      rejected: { reason, expected, got: lines.slice(0, 2).join("\n"), hint },
    };
  }
  const content = `${lines.join("\n")}\n`;
  return { ...base, arguments: JSON.stringify({ path, content }) };
}

/** `…`, `# rest of the code`, `// ... existing code ...`: lines that stand for others. */
function isEllipsis(line: string): boolean {
  const bare = line.trim().replace(/^(?:#|\/\/|\/\*|<!--|--|;)\s*/, "");
  return /^(?:…|\.\.\.)(?:\s|$|[^.])/.test(bare) && bare !== "..." && !/^\.\.\.\w/.test(bare)
    ? true
    : /^(?:\[?(?:the )?(?:rest of|remaining|existing|other|unchanged) (?:the )?(?:code|file|lines|content|functions?)\b|其余|（?省略)/i.test(
        bare,
      );
}

function unnamed({ language }: Block, named: readonly KnownFile[]): KnownFile | undefined {
  const fits = ({ path }: KnownFile) =>
    !noFile.test(language) || path.endsWith(`.${language}`) || language === "";
  const fresh = named.filter(({ text }) => text === undefined);
  const [only, ...others] = fresh.length === 1 ? fresh : named;
  return only && others.length === 0 && fits(only) ? only : undefined;
}

function namedBy(name: string, files: readonly KnownFile[]): KnownFile | undefined {
  if (name === "") return undefined;
  const bare = name
    .replace(/^[\s#>*`"'-]+|[\s*`"':：]+$/g, "")
    .replace(/^(?:file(?:name)?|path|文件)\s*[:：]\s*`?/i, "")
    .replace(/^\.\//, "");
  const ofName = files.filter(({ path }) => path.endsWith(`/${bare}`));
  return files.find(({ path }) => path === bare) ?? (ofName.length === 1 ? ofName[0] : undefined);
}

/** The fenced blocks of a text, each with the line before it, and the words around them. */
function blocksOf(text: string): { blocks: Block[]; words: string } {
  const blocks: Block[] = [];
  const words: string[] = [];
  let open: (Block & { lines: string[]; fence: string }) | undefined;
  for (const line of text.split("\n")) {
    if (open) {
      if (line.trim() === open.fence) {
        blocks.push({ ...open, closed: true });
        open = undefined;
      } else open.lines.push(line);
      continue;
    }
    const [, fence, info = ""] = /^\s*(`{3,}|~{3,})\s*(.*)$/.exec(line) ?? [];
    if (fence === undefined) {
      words.push(line);
      continue;
    }
    const before = words.findLastIndex((word) => word.trim() !== "");
    const [language = "", ...more] = info.trim().split(/\s+/);
    // ```python laps.py, or the name alone in the place of the language.
    const inFence = more.join(" ") || (/[./]/.test(language) ? language : "");
    open = {
      name: inFence || (words[before] ?? ""),
      language: language.toLowerCase(),
      lines: [],
      closed: false,
      fence,
    };
  }
  if (open) blocks.push(open);
  return { blocks, words: words.join("\n").trim() };
}
