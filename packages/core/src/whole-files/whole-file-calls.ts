import type { SessionState, ToolEntry } from "@kestrel/session-state";
import { fenceAround, parseJson } from "@kestrel/text";
import { type FileBlock, readFileBlocks } from "@kestrel/tool-calls";
import type { LandedToolCall } from "../calls/landed-call.ts";

/** A file that a block of a reply may mean: read in this session, or new and named by the message. */
type KnownFile = { path: string; text?: string };

/** The files that a reply may write. */
type KnownFiles = {
  named: readonly KnownFile[];
  seen: readonly KnownFile[];
  /** The message asks something. */
  asks: boolean;
  /** A partial file was refused in this turn. */
  refused: boolean;
  /** Written as text in this turn, with nothing wrong since: shown again, it is what the model says that it did. */
  written: ReadonlySet<string>;
  /** The turn's message. */
  message: string;
};

/** The expectation of a refused partial file, which also identifies it. */
const wholeFile = "the whole file";

/**
 * The files that a reply of this turn may write whole: those that were read and are still shown, and new ones that the message
 * names. The content is what the model was shown.
 */
export function knownFiles({ timeline }: SessionState): KnownFiles {
  const seen = new Map<string, string | undefined>();
  const written = new Set<string>();
  let isWrong = false;
  let message: string | undefined;
  let refused = false;
  for (const entry of timeline.backwards()) {
    if (entry.kind === "user") message ??= entry.text;
    if (entry.kind !== "tool" || entry.folded) continue;
    if (message === undefined && entry.rejected?.expected === wholeFile) refused = true;
    if (message === undefined && !isWrong && entry.recovered === "whole_file")
      for (const { path } of entry.changes) written.add(path);
    isWrong ||= entry.status !== "ok" || (entry.exitCode ?? 0) !== 0;
    for (const { path } of entry.changes) if (!seen.has(path)) seen.set(path, writtenBy(entry));
    const [file, ...others] = entry.seen ?? [];
    if (entry.tool === "read" && file?.hash !== undefined && others.length === 0 && !seen.has(file.path))
      seen.set(file.path, entry.content);
  }
  const read = [...seen]
    .filter(([path]) => !written.has(path))
    .map(([path, text]) => ({ path, text: text ?? "" }));
  const said = message ?? "";
  const isNamed = ({ path }: KnownFile) => said.includes(path.slice(path.lastIndexOf("/") + 1));
  const fresh = [...said.matchAll(newFile)]
    .map(([path]) => path.replace(/^\.\//, ""))
    .filter(
      (path) =>
        !product.test(path) &&
        !written.has(path) &&
        !read.some(({ text }) => isKeyIn(text, path)) &&
        !read.some((one) => one.path === path || one.path.endsWith(`/${path}`)),
    )
    .map((path): KnownFile => ({ path }));
  return {
    named: [...read.filter(isNamed), ...new Map(fresh.map((one) => [one.path, one])).values()],
    seen: read.filter((one) => !isNamed(one)),
    asks: /[?？]/.test(said),
    refused,
    written,
    message: said,
  };
}

/** The content that a file was given as a whole. */
function writtenBy({ tool, arguments: text }: ToolEntry): string | undefined {
  return tool === "write" ? (parseJson(text) as { content?: string }).content : undefined;
}

/** `mail.retry` is no file where a file that was read sets it. */
function isKeyIn(text: string, name: string): boolean {
  return text.split("\n").some((line) => {
    const rest = line.trim().replace(/^["']/, "");
    return rest.startsWith(name) && /^["']?\s*[=:]/.test(rest.slice(name.length));
  });
}

/** Product names that look like files. */
const product = /^(?:node|vue|next|nuxt|react|express|three|d3)\.js$/i;

/** A file name in a message; numbers and hosts are excluded. */
const newFile = /(?<![\w./\\:@-])(?:\.\/)?(?:[\w-]+\/)*[\w-]+\.[a-z][a-z0-9]{0,7}(?![\w/\\-]|\.\w)/g;

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
    if (files.written.has(block.name)) return [];
    const named = namedBy(block.name, all);
    const file = named
      ? repeated(block, named, all)
      : blocks.length === 1
        ? unnamed(block, files)
        : undefined;
    return file ? [{ file, block }] : [];
  });
  // A file shown as it is says nothing.
  const changed = meant.filter(
    ({ file, block }) => file.text?.trimEnd() !== block.lines.join("\n").trimEnd(),
  );
  if (changed.length === 0) return undefined;
  // A piece of a file is a quotation when the person asked a question. The whole file is requested only once.
  const isQuote = files.asks || files.refused;
  // Of two blocks for one file the last one counts: the first shows its current content.
  const last = changed.filter(({ file }, at) => !changed.slice(at + 1).some((other) => other.file === file));
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

/** The named file whose lines the block repeats, else the one that the message leaves. A question is answered with such blocks. */
function unnamed({ language, mayBeFile, lines }: FileBlock, files: KnownFiles): KnownFile | undefined {
  if (files.asks) return undefined;
  const { named } = files;
  const fits = ({ path }: KnownFile) => mayBeFile || path.endsWith(`.${language}`);
  const fresh = named.filter(({ text }) => text === undefined);
  const held = new Set(lines.map((line) => line.trim()));
  const alike = named.filter(({ text = "" }) => sharedPart(text, held) >= wholeFrom);
  const [only, ...others] = alike.length === 1 ? alike : fresh.length === 1 ? fresh : named;
  return only && others.length === 0 && fits(only) ? only : undefined;
}

/** The file under whose name a block stands, or the one other whose lines it repeats instead: a name in a list is taken for a heading. */
function repeated({ lines }: FileBlock, named: KnownFile, all: readonly KnownFile[]): KnownFile {
  const held = new Set(lines.map((line) => line.trim()));
  if (named.text === undefined || sharedPart(named.text, held) > 1 - wholeFrom) return named;
  const [only, ...others] = all.filter(({ text = "" }) => sharedPart(text, held) >= wholeFrom);
  return only && others.length === 0 ? only : named;
}

/** The share of the text's lines that are held. */
function sharedPart(text: string, held: ReadonlySet<string>): number {
  const lines = text.split("\n").map((line) => line.trim());
  const said = lines.filter((line) => line !== "");
  return said.length === 0 ? 0 : said.filter((line) => held.has(line)).length / said.length;
}

function namedBy(name: string, files: readonly KnownFile[]): KnownFile | undefined {
  if (name === "") return undefined;
  const ofName = files.filter(({ path }) => path.endsWith(`/${name}`));
  return files.find(({ path }) => path === name) ?? (ofName.length === 1 ? ofName[0] : undefined);
}

/** A `write` whose first line is only the file's name: a small model puts it there, as in front of a block. */
export function withoutName(call: LandedToolCall): LandedToolCall {
  if (call.tool !== "write" || call.rejected) return call;
  const given = parseJson(call.arguments) as { path: string; content: string };
  const [first, ...rest] = given.content.split("\n");
  if (first?.trim() !== given.path || rest.length === 0) return call;
  const content = rest.join("\n");
  return {
    ...call,
    arguments: JSON.stringify({ ...given, content }),
    recovered: call.recovered ?? "whole_file",
  };
}

/**
 * The beginning of a reply that takes the place of a call. `answers`: it goes on as text, and makes no call. `drops`: the call is not run
 * where nothing comes of it.
 */
export type Beginning = { begins: string; answers?: true; drops?: true };

/**
 * How a reply should begin in place of its only call, where the text of a file stands in front of this turn's message. Small models write
 * a file better as text than as the arguments of a call, and look up what they were shown. So a call that would change such a file for
 * the first time, or make one that the message names, becomes that file's name and an open block. A call that only looks into such a file
 * becomes the answer to a question, or the one file that the message leaves to be written. Where a check failed in front of the message, a
 * change of the file that it runs becomes the file that it checks; once it passes, such a change is the end.
 */
export function beginningInstead(
  calls: readonly LandedToolCall[],
  state: SessionState,
): Beginning | "over" | undefined {
  const [call, ...others] = calls;
  if (!call || call.rejected) return undefined;
  const { path: given = "" } = parseJson(call.arguments) as { path?: string };
  const root = `${state.workspace}/`;
  const path = given.startsWith(root) ? given.slice(root.length) : given.replace(/^\.\//, "");
  const { laid, changed, run, passed } = openingOf(state);
  if (laid.size === 0) return undefined;
  const files = knownFiles(state);
  const isChange = call.tool === "edit" || call.tool === "write";
  const checked = checkedFile(laid, run);
  if (isChange && checked !== undefined && laid.has(path) && run.has(path))
    return passed ? "over" : { ...fileBegun(checked, files), drops: true };
  if (changed || others.length > 0 || call.recovered === "whole_file") return undefined;
  const fresh = files.named.filter(({ text }) => text === undefined);
  if (isChange)
    return laid.has(path) || fresh.some((file) => file.path === path) ? fileBegun(path, files) : undefined;
  if ((call.tool !== "read" && call.tool !== "search") || !laid.has(path)) return undefined;
  const word = `\`${path}\``;
  if (files.asks)
    return {
      begins: /\p{Script=Han}/u.test(files.message) ? `根据 ${word}，` : `In ${word},`,
      answers: true,
    };
  const [only, ...more] = fresh;
  const left = more.length > 0 ? undefined : (only?.path ?? checked);
  return left === undefined ? undefined : fileBegun(left, files);
}

/** What this turn opened with: the files that Kestrel laid, and the words of a check that failed. Since then: a change, a check that passed. */
type Opening = { laid: ReadonlySet<string>; run: ReadonlySet<string>; changed: boolean; passed: boolean };

function openingOf({ timeline }: SessionState): Opening {
  const laid = new Set<string>();
  const run = new Set<string>();
  let changed = false;
  let passed: boolean | undefined;
  for (const entry of timeline.backwards()) {
    if (entry.kind === "user") break;
    if (entry.kind !== "tool") continue;
    changed ||= entry.changes.length > 0;
    if (entry.exitCode !== undefined) passed ??= entry.exitCode === 0 && !changed;
    if (!entry.laid) continue;
    const [file] = entry.seen ?? [];
    if (file?.hash !== undefined) laid.add(file.path);
    const words = (entry.exitCode ?? 0) === 0 ? [] : (entry.subject?.simple ?? []);
    for (const word of words.flatMap((simple) => simple.words)) run.add(word);
  }
  return { laid, run, changed, passed: passed === true };
}

/** The one laid file of the same kind as the file that the check runs. */
function checkedFile(laid: ReadonlySet<string>, run: ReadonlySet<string>): string | undefined {
  const kind = (path: string) => path.slice(path.lastIndexOf("."));
  const kinds = new Set([...laid].filter((path) => run.has(path)).map(kind));
  const [only, ...others] = [...laid].filter((path) => !run.has(path) && kinds.has(kind(path)));
  return others.length === 0 ? only : undefined;
}

/** The name and an open block. A fence in the file's text ends no block. */
function fileBegun(path: string, { named, seen }: KnownFiles): Beginning {
  const text = [...named, ...seen].find((file) => file.path === path)?.text ?? "";
  return { begins: `${path}\n${fenceAround(text)}\n` };
}
