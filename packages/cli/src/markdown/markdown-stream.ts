import { visibleText } from "@kestrel/text";
import { lex, type Token, type Tokens } from "@kestrel/text/markdown";
import type { Paint } from "../terminal/style.ts";
import { softBreak } from "../terminal/to-terminal.ts";
import { blockRows, endsBlank, fenceRow, itemRows, listRows, nameOf, widest } from "./block-rows.ts";
import { inkedCode } from "./code-inks.ts";
import type { Row } from "./wrap-spans.ts";

/** A longer block is finished at once, to bound what is parsed again with each update. UTF-16 units. */
const longest = 12_000;

/** Most open rows of a streamed paragraph; beyond them its full rows are finished, except for the last two. */
const mostOpenRows = 6;

/** May begin a span that changes the text before its end; after a bar a paragraph may become a table. */
const mayOpen = /[*_~`[\]<!\\&|]/;

/** The state of the finished part. `goesOn`: its last paragraph is not complete. */
type Finished = { isApart: boolean; type: string; goesOn?: true };

/** An open code fence. */
type Fence = { mark: string; indent: number; language: string };

/**
 * A streamed Markdown reply as terminal rows. The last block is parsed again with each update; once another begins it is finished, and
 * its rows never change. Code is finished line by line, a list item by item.
 */
export class MarkdownStream {
  readonly #paint: Paint;
  /** tmux's copy mode copies a wrapped row up to its last column: far from it a line end is better. */
  readonly #copiesBlanks: boolean;
  /** Whole lines of unfinished blocks, escaped. */
  #lines = "";
  /** The incomplete last line, unescaped. */
  #open = "";
  #fence: Fence | undefined;
  /** Set once a part of the reply is finished, and whether a blank line follows it. */
  #finished: Finished | undefined;
  /** The next item's number, when the items before it are finished. */
  #nextItem: number | undefined;
  #grew = false;
  /** Length of the open text at which its rows are checked again: once per row, not with every word. */
  #nextLook = 0;

  constructor(paint: Paint, { TERM = "" }: { TERM?: string } = {}) {
    this.#paint = paint;
    this.#copiesBlanks = /^(?:tmux|screen)/.test(TERM);
  }

  add(words: string): void {
    const lines = (this.#open + words).split("\n");
    this.#open = lines.pop() ?? "";
    if (lines.length === 0) return;
    this.#lines += lines.map((line) => `${shown(line)}\n`).join("");
    this.#grew = true;
  }

  /** The rows finished since the last call. */
  finished(columns: number): string[] {
    const rows: Row[] = [];
    for (let again = this.#grew; again; )
      again = this.#fence ? this.#code(rows) : this.#blocks(rows, columns);
    if (this.#grew) this.#nextLook = 0;
    this.#grew = false;
    if (!this.#fence) this.#fullRows(rows, columns);
    const tooLong = this.#lines.length + this.#open.length > longest;
    const finished = rows.map((row) => this.#final(row, columns));
    return [...finished, ...(tooLong ? this.flush(columns) : [])];
  }

  /** The rows that may still change. */
  live(columns: number): string[] {
    return this.#openRows(columns).map(({ text }) => text);
  }

  #openRows(columns: number): Row[] {
    const open = shown(this.#open);
    if (this.#fence) {
      const isNothing = open === "" || closingOf(this.#fence).test(open);
      return isNothing ? [] : [{ text: inkedCode(this.#dedented(open), this.#fence.language, this.#paint) }];
    }
    const rows: Row[] = [];
    this.#render(rows, lex(this.#lines + open), columns, { ...this.#state });
    return rows;
  }

  /** A row for the scrollback. */
  #final({ text, goesOn }: Row, columns: number): string {
    const joins = goesOn !== undefined && (!this.#copiesBlanks || columns <= widest + 1);
    return joins ? text + softBreak(goesOn) : text;
  }

  /** Finishes everything as it is. An open code fence stays open. */
  flush(columns: number): string[] {
    const rows = this.#openRows(columns).map((row) => this.#final(row, columns));
    if (!this.#fence) this.#finished = undefined;
    this.#lines = "";
    this.#open = "";
    this.#nextItem = undefined;
    return rows;
  }

  /** The reply is complete. */
  end(columns: number): string[] {
    if (this.#fence && this.#open !== "") this.add("\n");
    const rows = [...this.finished(columns), ...this.flush(columns)];
    if (this.#fence) rows.push(fenceRow("", this.#paint).text);
    this.#fence = undefined;
    this.#finished = undefined;
    return rows;
  }

  get #state() {
    return { finished: this.#finished, nextItem: this.#nextItem };
  }

  /** Finishes code line by line; true when it ended, and other blocks follow. */
  #code(rows: Row[]): boolean {
    const fence = this.#fence as Fence;
    const closing = closingOf(fence);
    const lines = this.#lines.split("\n");
    lines.pop();
    for (const [at, line] of lines.entries()) {
      if (closing.test(line)) {
        rows.push(fenceRow("", this.#paint));
        this.#lines = lines
          .slice(at + 1)
          .map((one) => `${one}\n`)
          .join("");
        this.#fence = undefined;
        this.#finished = { isApart: false, type: "code" };
        return this.#lines !== "";
      }
      rows.push({ text: inkedCode(this.#dedented(line), fence.language, this.#paint) });
    }
    this.#lines = "";
    return false;
  }

  #dedented(line: string): string {
    return line.replace(new RegExp(`^ {0,${this.#fence?.indent ?? 0}}`), "");
  }

  /** Finishes blocks that are followed by another one; true when code begins. */
  #blocks(rows: Row[], columns: number): boolean {
    const tokens = lex(this.#lines);
    let last = tokens.length - 1;
    while (last > 0 && tokens[last]?.type === "space") last--;
    const token = tokens[last];
    const followed = last < tokens.length - 1;
    const closed = tokens.slice(0, token && isOver(token, followed) ? tokens.length : Math.max(0, last));
    // The lexer normally keeps every character; when it does not, the block is finished with the reply.
    if (!this.#lines.startsWith(closed.map(({ raw }) => raw).join(""))) return false;
    const state = this.#state;
    this.#render(rows, closed, columns, state);
    this.#finished = state.finished;
    this.#nextItem = state.nextItem;
    this.#lines = this.#lines.slice(lengthOf(closed));
    if (!token || closed.length === tokens.length) return false;
    if (token.type === "list") this.#items(rows, token as Tokens.List, columns);
    const opening = /^( {0,3})(`{3,}|~{3,})([^\n]*)\n/.exec(this.#lines);
    if (token.type !== "code" || !opening || isMarkdownFence.test(this.#lines)) return false;
    const [head, indent = "", mark = "", info = ""] = opening;
    this.#gap(rows, token, this.#finished);
    rows.push(fenceRow(info, this.#paint));
    this.#fence = { mark, indent: indent.length, language: nameOf(info) };
    this.#lines = this.#lines.slice(head.length);
    return true;
  }

  /** Finishes all items except the last. */
  #items(rows: Row[], list: Tokens.List, columns: number): void {
    const over = list.items.slice(0, -1);
    const text = over.map(({ raw }) => raw).join("");
    if (over.length === 0 || !this.#lines.startsWith(text)) return;
    const look = { columns: Math.min(columns - 1, widest), paint: this.#paint };
    const from = this.#nextItem ?? (Number(list.start) || 1);
    if (this.#nextItem === undefined) this.#gap(rows, list, this.#finished);
    for (const [at, item] of over.entries()) {
      rows.push(...itemRows(list, item, from + at, look));
      if (endsBlank(item)) rows.push({ text: "" });
    }
    this.#lines = this.#lines.slice(text.length);
    this.#nextItem = from + over.length;
  }

  /** Finishes the rows of a long paragraph that later text cannot change. */
  #fullRows(rows: Row[], columns: number): void {
    const text = this.#lines + this.#open;
    const look = { columns: Math.min(columns - 1, widest), paint: this.#paint };
    if (text.length < this.#nextLook) return;
    this.#nextLook = text.length + look.columns / 2;
    if (shown(this.#open) !== this.#open) return;
    const [token, another] = lex(text);
    if (token?.type !== "paragraph" || another !== undefined) return;
    const all = blockRows(token, look);
    if (all.length <= mostOpenRows) return;
    const { tokens } = token as Tokens.Paragraph;
    for (const length of breaksIn(tokens, text)) {
      const full = blockRows({ ...token, tokens: upTo(length, tokens) } as Token, look);
      if (full.length > all.length - 2 || full.some((row, at) => row.text !== all[at]?.text)) continue;
      this.#gap(rows, token, this.#finished);
      rows.push(...all.slice(0, full.length));
      this.#finished = { isApart: false, type: token.type, goesOn: true };
      const rest = text.slice(length).trimStart();
      this.#lines = rest.slice(0, Math.max(0, rest.length - this.#open.length));
      this.#open = rest.slice(this.#lines.length);
      this.#nextLook = 0;
      return;
    }
  }

  #render(
    rows: Row[],
    tokens: readonly Token[],
    columns: number,
    state: { finished: Finished | undefined; nextItem: number | undefined },
  ): void {
    const look = { columns: Math.min(columns - 1, widest), paint: this.#paint };
    for (const token of tokens) {
      if (token.type === "space") {
        if (state.finished) state.finished = { ...state.finished, isApart: true };
        continue;
      }
      if (token.type === "list" && state.nextItem !== undefined)
        rows.push(...listRows(token as Tokens.List, look, state.nextItem));
      else {
        this.#gap(rows, token, state.finished);
        rows.push(...blockRows(token, token.type === "table" ? { ...look, columns } : look));
      }
      state.nextItem = undefined;
      state.finished = { isApart: endsBlank(token), type: token.type };
    }
  }

  /** A blank row before every block except the first; none before a list right below its sentence. */
  #gap(rows: Row[], { type }: Token, before: Finished | undefined): void {
    if (before && !before.goesOn && (before.isApart || !(before.type === "paragraph" && type === "list")))
      rows.push({ text: "" });
  }
}

const closingOf = ({ mark }: Fence): RegExp =>
  new RegExp(`^ {0,3}${mark[0] === "~" ? "~" : "\\`"}{${mark.length},}\\s*$`);

/** One line, escaped. */
const shown = (line: string): string => visibleText(line.replace(/\r$/, "").replaceAll("\t", "    "));

/** The end of a Markdown fence depends on the text after it. */
const isMarkdownFence = /^ {0,3}(?:`{3,}|~{3,})[ \t]*(?:markdown|mdx?)\b/i;

/** Whether no further line can belong to this block. */
function isOver({ type }: Token, followedByBlank: boolean): boolean {
  return (
    type === "heading" || type === "hr" || (followedByBlank && (type === "paragraph" || type === "table"))
  );
}

const lengthOf = (tokens: readonly Token[]): number => tokens.reduce((sum, { raw }) => sum + raw.length, 0);

/** Where a paragraph can be cut, last first: at a blank or before a wide character, with no open span before it. */
function* breaksIn(tokens: readonly Token[], text: string): Generator<number> {
  let end = 0;
  for (const { type, raw, ...token } of tokens) {
    if (!text.startsWith(raw, end)) break;
    const opening = type !== "text" ? -1 : "text" in token && token.text === raw ? raw.search(mayOpen) : 0;
    end += opening === -1 ? raw.length : opening;
    if (opening !== -1) break;
  }
  const places = [
    ...text.slice(0, end).matchAll(/[ \n](?=\p{L})|(?<=[^ \n])(?=[\u1100-\u{10ffff}])(?=\p{L})/gu),
  ];
  for (const { index } of places.toReversed()) yield index;
}

/** The tokens of the first `length` characters; empty when they end within a token other than text. */
function upTo(length: number, tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  let left = length;
  for (const token of tokens) {
    if (left <= 0) break;
    const { raw, type } = token;
    if (raw.length > left && type !== "text") return [];
    kept.push(
      raw.length > left ? ({ ...token, raw: raw.slice(0, left), text: raw.slice(0, left) } as Token) : token,
    );
    left -= raw.length;
  }
  return kept;
}
