import type { Token, Tokens } from "@kestrel/text/markdown";
import type { Paint } from "../terminal/style.ts";
import { widthOf } from "../terminal/width.ts";
import { inkedCode } from "./code-inks.ts";
import { inlineSpans } from "./inline-spans.ts";
import { tableRows } from "./table-rows.ts";
import { type Row, type Span, wrapSpans } from "./wrap-spans.ts";

export type Look = { columns: number; paint: Paint };

/** Widest prose. Columns. */
export const widest = 100;

/** One block as rows. */
export function blockRows(token: Token, look: Look): Row[] {
  const { columns, paint } = look;
  switch (token.type) {
    case "space":
      return [];
    case "heading": {
      const { depth, tokens } = token as Tokens.Heading;
      const inks = depth === 1 ? (["bold", "underline"] as const) : (["bold"] as const);
      return wrapSpans(inlineSpans(tokens, inks), columns, paint);
    }
    case "paragraph":
      return wrapSpans(inlineSpans((token as Tokens.Paragraph).tokens), columns, paint);
    case "code": {
      const { text, lang = "", codeBlockStyle } = token as Tokens.Code;
      const lines = text
        .split("\n")
        .map((line): Row => ({ text: inkedCode(line, nameOf(lang), paint), flush: true }));
      return codeBlockStyle === "indented" ? lines : [fenceRow(lang, paint), ...lines, fenceRow("", paint)];
    }
    case "blockquote": {
      const inner = blocksRows((token as Tokens.Blockquote).tokens, { columns: columns - 2, paint });
      return inner.map((row) => (row.flush ? row : { text: `${paint("dim", "│")} ${row.text}`.trimEnd() }));
    }
    case "list":
      return listRows(token as Tokens.List, look);
    case "table":
      return tableRows(token as Tokens.Table, columns, paint);
    case "hr":
      // Not the row below code.
      return [{ text: paint("dim", "· · ·") }];
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      const spans: Span[] = tokens ? inlineSpans(tokens) : [{ text, inks: [] }];
      return wrapSpans(spans, columns, paint);
    }
    default:
      return wrapSpans([{ text: token.raw.replace(/\n+$/, ""), inks: [] }], columns, paint);
  }
}

/** The rows of several blocks, with the text's blank lines. */
function blocksRows(tokens: readonly Token[], look: Look): Row[] {
  const rows: Row[] = [];
  let isApart = false;
  for (const token of tokens) {
    if (token.type === "checkbox") continue;
    if (isApart && rows.length > 0 && token.type !== "space") rows.push({ text: "" });
    rows.push(...blockRows(token, look));
    isApart = endsBlank(token);
  }
  return rows;
}

/** Whether a blank line follows this block. */
export const endsBlank = ({ type, raw }: Token): boolean => type === "space" || /\n[ \t]*\n$/.test(raw);

/** The row above and below code. */
export function fenceRow(language: string, paint: Paint): Row {
  return { text: paint("dim", `─── ${nameOf(language)}`.trimEnd()), flush: true };
}

/** The language in a fence's info string. */
export const nameOf = (info: string): string => /^[^\s,{]*/.exec(info.trim())?.[0] ?? "";

/** A list; its first item has the number `from`. */
export function listRows(list: Tokens.List, look: Look, from = Number(list.start) || 1): Row[] {
  return list.items.flatMap((item, at) => {
    const isApart = at < list.items.length - 1 && endsBlank(item);
    return [...itemRows(list, item, from + at, look), ...(isApart ? [{ text: "" }] : [])];
  });
}

export function itemRows({ ordered }: Tokens.List, item: Tokens.ListItem, number: number, look: Look): Row[] {
  const mark = item.task ? (item.checked ? "✓ " : "○ ") : ordered ? `${number}. ` : "• ";
  const indent = " ".repeat(widthOf(mark));
  const inner = blocksRows(item.tokens, { ...look, columns: look.columns - indent.length });
  const rows = inner.length === 0 ? [{ text: "" }] : inner;
  return rows.map((row, at) => {
    if (row.flush) return row;
    // The next row's indent is the blank between them.
    const goesOn = row.goesOn !== undefined && { goesOn: "" };
    return { text: row.text === "" && at > 0 ? "" : (at === 0 ? mark : indent) + row.text, ...goesOn };
  });
}
