import { isMarkdown, lex } from "@kestrel/text/markdown";
import type { Token, Tokens } from "marked";

/** The blocks of a text. All but the last are finished: they are not parsed again while the text grows. */
export type Blocks = { text: string; tokens: readonly Token[]; closedLength: number };

export const noBlocks: Blocks = { text: "", tokens: [], closedLength: 0 };

/** Parses `text`; when it only grew, just its last block and the rest. */
export function blocksOf(before: Blocks, text: string): Blocks {
  if (before.text === text) return before;
  const grew = before.closedLength > 0 && text.startsWith(before.text);
  const kept = grew ? closed(before.tokens) : [];
  const from = grew ? before.closedLength : 0;
  const rest = ownCopy(text.slice(from));
  const read = lex(rest);
  const tokens = [...kept, ...read];
  // The lexer normalises line ends and tabs; when the raw pieces do not add up, everything is parsed again next time.
  if (!rest.startsWith(read.map(({ raw }) => raw).join(""))) return { text, tokens, closedLength: 0 };
  const added = closed(tokens).slice(kept.length);
  return { text, tokens, closedLength: added.reduce((sum, { raw }) => sum + raw.length, from) };
}

/** A slice keeps the whole text it was taken from in memory: each block of a growing answer would keep a copy of all that was before it. */
const ownCopy = (slice: string) => ` ${slice}`.slice(1);

/** Blocks before the last one that is not blank. The end of fenced Markdown depends on the text after it. */
function closed(tokens: readonly Token[]): readonly Token[] {
  const fence = tokens.findIndex((token) => token.type === "code" && isMarkdown((token as Tokens.Code).lang));
  let end = fence < 0 ? tokens.length - 1 : fence;
  while (end > 0 && tokens[end]?.type === "space") end--;
  return tokens.slice(0, Math.max(0, end));
}

/** Whether a fenced code block has its closing fence; an indented one is closed when text follows. */
export function isClosedFence(raw: string): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
  if (fence === undefined) return true;
  const last = raw.trimEnd().split("\n").at(-1)?.trim() ?? "";
  return raw.includes("\n") && last.startsWith(fence) && /^(`+|~+)$/.test(last);
}

/** `__init__` and its like are names: a single strong word is usually written with stars. */
export function isUnderscoredName(raw: string): boolean {
  return /^__[\w.-]+__$/.test(raw);
}

const followed: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** The link's address; undefined for every scheme but http, https and mailto. */
export function safeAddress(href: string): string | undefined {
  try {
    const address = new URL(href);
    return followed.has(address.protocol) ? address.href : undefined;
  } catch {
    // expected: no valid address
    return undefined;
  }
}
