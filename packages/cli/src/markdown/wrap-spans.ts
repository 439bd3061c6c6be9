import type { Paint } from "../terminal/style.ts";
import { type Ink, withoutInk } from "../terminal/to-terminal.ts";
import { charactersOf, widthOf, widthOfCharacter } from "../terminal/width.ts";

/** Text in one look. `whole` is never broken: code, which is copied as one line. */
export type Span = { text: string; inks: readonly Ink[]; whole?: true };

/** A row of the terminal; wider than that, the terminal wraps it. `flush`: it keeps column 0 within lists and quotes, so that it is copied as it is. */
export type Row = { text: string; flush?: true };

type Margin = { first: string; rest: string };

/** What is kept in one row, and what is seen of its ends. */
type Atom = { pieces: Span[]; width: number; last: string };

/** A row begins with none of these, and ends with no opening bracket. */
const closes = /^[，。：；、！？）》」』”’…％,.:;!?)\]}]/u;
const opens = /[（《「『“‘([{]$/u;

/** An address or a path. It gets a row of its own and the terminal wraps it. So it can be copied in one piece. */
const unbroken = /^[(<"'`]*(?:[a-z][a-z\d+.-]*:\/\/|[~.]{0,2}\/|[\w.-]+\/[\w.-]+\/)/i;

/** Spans in rows of less than `columns`, broken at blanks and between wide characters. A longer piece has a row of its own. */
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
  const end = () => {
    rows.push({ text: row });
    row = rest;
    used = widthOf(withoutInk(rest));
    blank = "";
    isEmpty = true;
  };
  for (const atom of atomsOf(spans)) {
    if (atom === "\n") end();
    else if (typeof atom === "string") blank = isEmpty ? "" : atom;
    else {
      if (!isEmpty && used + blank.length + atom.width >= columns) end();
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

/** Words, blanks between them, and line ends. */
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

/** The first character of two columns is Hangul's. */
const wide = /[\u1100-\u{10ffff}]/u;

function mayBreak(before: string, after: string): boolean {
  const isWide = widthOfCharacter(before) === 2 || widthOfCharacter(after) === 2;
  return isWide && !closes.test(after) && !opens.test(before);
}
