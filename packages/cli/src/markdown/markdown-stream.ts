import { visibleText } from "@kestrel/text";
import { lex, type Token, type Tokens } from "@kestrel/text/markdown";
import type { Paint } from "../terminal/style.ts";
import { blockRows, endsBlank, fenceRow, itemRows, listRows, nameOf, widest } from "./block-rows.ts";
import { inkedCode } from "./code-inks.ts";
import type { Row } from "./wrap-spans.ts";

/** A block that is longer is finished where it stands: what is read anew with each word stays small. UTF-16 units. */
const longest = 12_000;

/** Of a paragraph that is being spoken so many rows may stay open; then its full rows are finished, all but the last two. */
const mostOpenRows = 6;

/** What may begin a span that changes the words before its end; behind a bar a paragraph may turn out a table. */
const mayOpen = /[*_~`[\]<!\\&|]/;

/** What is finished of a reply. `goesOn`: the paragraph that it ends in is not over. */
type Finished = { isApart: boolean; type: string; goesOn?: true };

/** Code whose end has not come. */
type Fence = { mark: string; indent: number; language: string };

/**
 * A reply in Markdown as it is spoken, in rows of a terminal. A block is read anew while it is the last one; once another begins it
 * is finished, and its rows never change. Code is finished line by line, a list item by item.
 */
export class MarkdownStream {
  readonly #paint: Paint;
  /** Whole lines that are in no finished block, visible. */
  #lines = "";
  /** The line that is being spoken, as it came. */
  #open = "";
  #fence: Fence | undefined;
  /** Whether something of this reply is finished, and a blank line stands in the text behind it. */
  #finished: Finished | undefined;
  /** The number of the next item, where the items before it are finished. */
  #nextItem: number | undefined;
  #grew = false;
  /** How long the open text is when its rows are looked at again: once a row, and not with every word. */
  #nextLook = 0;

  constructor(paint: Paint) {
    this.#paint = paint;
  }

  add(words: string): void {
    const lines = (this.#open + words).split("\n");
    this.#open = lines.pop() ?? "";
    if (lines.length === 0) return;
    this.#lines += lines.map((line) => `${shown(line)}\n`).join("");
    this.#grew = true;
  }

  /** What was finished since it was asked last. */
  finished(columns: number): string[] {
    const rows: Row[] = [];
    for (let again = this.#grew; again; )
      again = this.#fence ? this.#code(rows) : this.#blocks(rows, columns);
    if (this.#grew) this.#nextLook = 0;
    this.#grew = false;
    if (!this.#fence) this.#fullRows(rows, columns);
    const tooLong = this.#lines.length + this.#open.length > longest;
    return [...rows.map(({ text }) => text), ...(tooLong ? this.flush(columns) : [])];
  }

  /** What may change yet. */
  live(columns: number): string[] {
    const open = shown(this.#open);
    if (this.#fence)
      return open === "" ? [] : [inkedCode(this.#dedented(open), this.#fence.language, this.#paint)];
    const rows: Row[] = [];
    this.#render(rows, lex(this.#lines + open), columns, { ...this.#state });
    return rows.map(({ text }) => text);
  }

  /** Everything that is there is finished, such as it is. Within code, code goes on. */
  flush(columns: number): string[] {
    const rows = this.live(columns);
    if (!this.#fence) this.#finished = undefined;
    this.#lines = "";
    this.#open = "";
    this.#nextItem = undefined;
    return rows;
  }

  /** The reply is over. */
  end(columns: number): string[] {
    const rows = [...this.finished(columns), ...this.flush(columns)];
    if (this.#fence) rows.push(fenceRow("", this.#paint).text);
    this.#fence = undefined;
    this.#finished = undefined;
    return rows;
  }

  get #state() {
    return { finished: this.#finished, nextItem: this.#nextItem };
  }

  /** Finishes code line by line; true where it ended, and other blocks follow. */
  #code(rows: Row[]): boolean {
    const { mark, language } = this.#fence as Fence;
    const closing = new RegExp(`^ {0,3}${mark[0] === "~" ? "~" : "\\`"}{${mark.length},}\\s*$`);
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
      rows.push({ text: inkedCode(this.#dedented(line), language, this.#paint) });
    }
    this.#lines = "";
    return false;
  }

  #dedented(line: string): string {
    return line.replace(new RegExp(`^ {0,${this.#fence?.indent ?? 0}}`), "");
  }

  /** Finishes what is followed by another block; true where code begins. */
  #blocks(rows: Row[], columns: number): boolean {
    const tokens = lex(this.#lines);
    let last = tokens.length - 1;
    while (last > 0 && tokens[last]?.type === "space") last--;
    const token = tokens[last];
    const followed = last < tokens.length - 1;
    const closed = tokens.slice(0, token && isOver(token, followed) ? tokens.length : Math.max(0, last));
    // The lexer keeps every character in its pieces; where it does not, the block is finished with the reply.
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

  /** All items but the last are finished. */
  #items(rows: Row[], list: Tokens.List, columns: number): void {
    const over = list.items.slice(0, -1);
    const text = over.map(({ raw }) => raw).join("");
    if (over.length === 0 || !this.#lines.startsWith(text)) return;
    const look = { columns: Math.min(columns, widest), paint: this.#paint };
    const from = this.#nextItem ?? (Number(list.start) || 1);
    if (this.#nextItem === undefined) this.#gap(rows, list, this.#finished);
    for (const [at, item] of over.entries()) {
      rows.push(...itemRows(list, item, from + at, look));
      if (endsBlank(item)) rows.push({ text: "" });
    }
    this.#lines = this.#lines.slice(text.length);
    this.#nextItem = from + over.length;
  }

  /** Finishes the rows of a long paragraph that no word behind them can change. */
  #fullRows(rows: Row[], columns: number): void {
    const text = this.#lines + this.#open;
    const look = { columns: Math.min(columns, widest), paint: this.#paint };
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
      rows.push(...full);
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
    const look = { columns: Math.min(columns, widest), paint: this.#paint };
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

  /** A blank row before a block, but the first one; none before a list right below its sentence. */
  #gap(rows: Row[], { type }: Token, before: Finished | undefined): void {
    if (before && !before.goesOn && (before.isApart || !(before.type === "paragraph" && type === "list")))
      rows.push({ text: "" });
  }
}

/** One line as it may be shown. */
const shown = (line: string): string => visibleText(line.replace(/\r$/, "").replaceAll("\t", "    "));

/** Where Markdown in a fence ends is told by what comes after it. */
const isMarkdownFence = /^ {0,3}(?:`{3,}|~{3,})[ \t]*(?:markdown|mdx?)\b/i;

/** Whether no line that follows can belong to this block. */
function isOver({ type }: Token, followedByBlank: boolean): boolean {
  return (
    type === "heading" || type === "hr" || (followedByBlank && (type === "paragraph" || type === "table"))
  );
}

const lengthOf = (tokens: readonly Token[]): number => tokens.reduce((sum, { raw }) => sum + raw.length, 0);

/** Where a paragraph may be cut, the last place first: at a blank or before a wide letter, where nothing before is open. */
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

/** The pieces of the first characters; nothing where they end within a piece that is no text. */
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
