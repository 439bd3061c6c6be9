import type { Paint } from "../terminal/style.ts";
import { type Ink, withoutInk } from "../terminal/to-terminal.ts";
import { charactersOf, widthOf, widthOfCharacter } from "../terminal/width.ts";

/** Text in one style. `whole` is never broken: code, which is copied as one line. */
export type Span = { text: string; inks: readonly Ink[]; whole?: true };

/**
 * One row; the terminal wraps a wider one. `flush`: starts at column 0 within lists and quotes, so that it can be copied unchanged.
 * `goesOn`: the next row continues its line, after these blanks.
 */
export type Row = { text: string; flush?: true; goesOn?: string };

type Margin = { first: string; rest: string };

/** An unbreakable unit, and its last character. */
type Atom = { pieces: Span[]; width: number; last: string };

/** A row does not begin with these, and does not end with an opening bracket. */
const closes = /^[，。：；、！？）》」』”’…％,.:;!?)\]}]/u;
const opens = /[（《「『“‘([{]$/u;

/** An address or a path. It has its own row, wrapped by the terminal, so that it can be copied in one piece. */
const unbroken = /^[(<"'`]*(?:[a-z][a-z\d+.-]*:\/\/|[~.]{0,2}\/|[\w.-]+\/[\w.-]+\/)/i;

/** Spans in rows of less than `columns`, broken at blanks and between wide characters. A longer piece has its own row. */
export function wrapSpans(
  spans: readonly Span[],
  columns: number,
  paint: Paint,
  { first, rest }: Margin = { first: "", rest: "" },
): Row[] {
  const rows: Row[] = [];
  let row = first;
  let used = widthOf(withoutInk(first));
  let blank = "";
  let isEmpty = true;
  const end = (goesOn?: string) => {
    rows.push({ text: row, ...(goesOn !== undefined && { goesOn }) });
    row = rest;
    used = widthOf(withoutInk(rest));
    blank = "";
    isEmpty = true;
  };
  for (const atom of atomsOf(spans)) {
    if (atom === "\n") end();
    else if (typeof atom === "string") blank = isEmpty ? "" : atom;
    else {
      if (!isEmpty && used + blank.length + atom.width >= columns) {
        const isWhole = used >= columns || atom.width >= columns || rest !== "";
        end(isWhole ? undefined : blank);
      }
      row += blank + atom.pieces.map((piece) => painted(piece, paint)).join("");
      used += blank.length + atom.width;
      blank = "";
      isEmpty = false;
    }
  }
  if (!isEmpty || rows.length === 0) end();
  return rows;
}

/** The spans in one row, however wide. */
export const inOneRow = (spans: readonly Span[], paint: Paint): string =>
  spans.map((span) => painted({ ...span, text: span.text.replaceAll("\n", " ") }, paint)).join("");

const painted = ({ text, inks }: Span, paint: Paint): string =>
  inks.reduce((inner, ink) => paint(ink, inner), text);

/** Words, the blanks between them, and line ends. */
function atomsOf(spans: readonly Span[]): (Atom | string)[] {
  const atoms: (Atom | string)[] = [];
  let open: Atom | undefined;
  const close = () => {
    if (open) atoms.push(open);
    open = undefined;
  };
  const add = (text: string, inks: readonly Ink[], first: string, last: string) => {
    if (open && mayBreak(open.last, first)) close();
    open ??= { pieces: [], width: 0, last: "" };
    const piece = open.pieces.at(-1);
    if (piece?.inks === inks) piece.text += text;
    else open.pieces.push({ text, inks });
    open.width += widthOf(text);
    open.last = last;
  };
  for (const { text, inks, whole } of spans) {
    if (whole) {
      add(text, inks, text[0] ?? "", text.at(-1) ?? "");
      continue;
    }
    for (const [part] of text.matchAll(/\n| +|[^\n ]+/g)) {
      if (part === "\n" || part.startsWith(" ")) {
        close();
        atoms.push(part);
      } else if (!wide.test(part) || unbroken.test(part)) add(part, inks, part[0] ?? "", part.at(-1) ?? "");
      else for (const character of charactersOf(part)) add(character, inks, character, character);
    }
  }
  close();
  return atoms;
}

/** Characters of two columns begin with Hangul. */
const wide = /[\u1100-\u{10ffff}]/u;

function mayBreak(before: string, after: string): boolean {
  const isWide = widthOfCharacter(before) === 2 || widthOfCharacter(after) === 2;
  return isWide && !closes.test(after) && !opens.test(before);
}
