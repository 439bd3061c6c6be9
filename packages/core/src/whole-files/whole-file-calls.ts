import { parseJson } from "@kestrel/text";
import { type FileBlock, readFileBlocks } from "@kestrel/tool-calls";
import type { LandedToolCall } from "../calls/landed-call.ts";
import { formBehind, type KnownFile, type KnownFiles, wholeFile } from "./known-files.ts";

/** A block with a smaller share of the file's lines is only a piece of it. */
const wholeFrom = 0.6;

/**
 * The files that a reply writes whole: a line with a file's name, then a block with its new content. Each is a `write`, or a call that is
 * refused because it would leave out lines. A block without a name belongs to the one new file that the message names, else to the one file
 * that it names. Other blocks stay text.
 */
export function wholeFileCalls(
  text: string,
  files: KnownFiles,
): { calls: LandedToolCall[]; text: string } | undefined {
  const { blocks, words } = readFileBlocks(text);
  const all = [...files.named, ...files.seen];
  const meant = blocks.flatMap((block) => {
    const file = namedBy(block.name, all) ?? (blocks.length === 1 ? unnamed(block, files.named) : undefined);
    return file ? [{ file, block }] : [];
  });
  if (meant.length === 0) return undefined;
  // A piece of a file is a quotation when the person asked a question. The whole file is requested only once.
  const isQuote = files.asks || files.refused;
  // Of two blocks for one file the last one counts: the first shows its current content.
  const last = meant.filter(({ file }, at) => !meant.slice(at + 1).some((other) => other.file === file));
  const calls = last
    .map(({ file, block }) => callOf(file, block))
    .filter(({ rejected }) => rejected === undefined || !isQuote);
  return calls.length > 0 ? { calls, text: words } : undefined;
}

function callOf(file: KnownFile, { lines, closed }: FileBlock): LandedToolCall {
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

/** `…`, `# rest of the code`, `// ... existing code ...`: placeholders for other lines. */
function isEllipsis(line: string): boolean {
  const bare = line.trim().replace(/^(?:#|\/\/|\/\*|<!--|--|;)\s*/, "");
  return /^(?:…|\.\.\.)(?:\s|$|[^.])/.test(bare) && bare !== "..." && !/^\.\.\.\w/.test(bare)
    ? true
    : /^(?:\[?(?:the )?(?:rest of|remaining|existing|other|unchanged) (?:the )?(?:code|file|lines|content|functions?)\b|其余|（?省略)/i.test(
        bare,
      );
}

function unnamed({ language, mayBeFile }: FileBlock, named: readonly KnownFile[]): KnownFile | undefined {
  const fits = ({ path }: KnownFile) => mayBeFile || path.endsWith(`.${language}`);
  const fresh = named.filter(({ text }) => text === undefined);
  const [only, ...others] = fresh.length === 1 ? fresh : named;
  return only && others.length === 0 && fits(only) ? only : undefined;
}

function namedBy(name: string, files: readonly KnownFile[]): KnownFile | undefined {
  if (name === "") return undefined;
  const ofName = files.filter(({ path }) => path.endsWith(`/${name}`));
  return files.find(({ path }) => path === name) ?? (ofName.length === 1 ? ofName[0] : undefined);
}

/** A `write` without the parts of the form that small models copy: its sentence at the end, the file's name as first line. */
export function withoutForm(call: LandedToolCall): LandedToolCall {
  if (call.tool !== "write" || call.rejected) return call;
  const given = parseJson(call.arguments) as { path: string; content: string };
  const [first, ...rest] = given.content.replace(formBehind, "\n").split("\n");
  const content =
    first?.trim() === given.path && rest.length > 0 ? rest.join("\n") : [first, ...rest].join("\n");
  return content === given.content
    ? call
    : {
        ...call,
        arguments: JSON.stringify({ ...given, content }),
        recovered: call.recovered ?? "whole_file",
      };
}
