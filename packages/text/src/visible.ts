/** A part of a text as it is, or a character (or a run of it) that would invisibly change the display. */
export type VisiblePiece = { readonly text: string } | { readonly hidden: string };

/** Scripts that use joiners within words. */
const joining =
  "[\\p{L}\\p{M}]" +
  "(?<=[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mand}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}" +
  "\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}])";

/** Virama signs, which remove a consonant's vowel; in Indic scripts a joiner after one selects the letter's shape. */
const virama =
  "[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u1039\\u17d2]";

/** Positions where an invisible character is legitimate. */
const inPlace = [
  // A family emoji is several people, joined; a joiner shapes Persian words and Indic letters.
  "(?<=\\p{ExtPict}[\\p{EMod}\\ufe0f]?)\\u200d(?=\\p{ExtPict})",
  `(?<=${joining})[\\u200c\\u200d](?=${joining})`,
  `(?<=${virama})[\\u200c\\u200d]`,
  "(?<=\\p{L}(?<=\\p{scx=Arab}))\\u200d",
  // One selector chooses the symbol's presentation; a second one has no effect.
  "(?<=\\p{ExtPict})[\\ufe0e\\ufe0f]",
  "(?<=[0-9#*])\\ufe0f(?=\\u20e3)",
  "(?<=[\\p{Ideographic}\\p{Sm}])[\\ufe00-\\ufe02]",
  "(?<=\\p{Ideographic})[\\u{e0100}-\\u{e01ef}]",
  "(?<=\\p{scx=Mong}(?<=\\p{L}))[\\u180b-\\u180d\\u180f]",
  // Arabic and related signs drawn around the following numbers.
  "[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2]",
].join("|");

let shaping: RegExp | undefined;

/** Whether the character at `lastIndex` is legitimate. Takes milliseconds to build, so it is built for the first text that needs it. */
function belongs(text: string, at: number): boolean {
  shaping ??= new RegExp(inPlace, "uy");
  shaping.lastIndex = at;
  return shaping.test(text);
}

/** Controls except tab and newline, direction marks, zero widths, separators, fillers, tags, selectors, lone surrogates. */
const unseen = /^[^\t\n\P{Cc}]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\ufff9-\ufffb]$/u;
/** Those that a neighbouring character may need. */
const shapes =
  /^(?:\u200c|\u200d|[\ufe00-\ufe02]|\ufe0e|\ufe0f|[\u{e0100}-\u{e01ef}]|[\u180b-\u180d]|\u180f)$/u;
const aroundNumbers = /^[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2]$/u;
/** What may precede a needed one. */
const anchors = /^(?:[\p{L}\p{M}\p{ExtPict}\p{EMod}\p{Ideographic}\p{Sm}0-9#*]|\ufe0f)$/u;

const seen = 1;
const hidden = 2;
const shaper = 3;
/** Beside the kind: it may precede a shaper. */
const anchor = 4;

/** The class of each character, cached at its first occurrence, so that patterns run once for each. */
const known = new Map<number, number>();

/** More than any ordinary text has; then the cache is cleared. */
const mostKnown = 4_096;

/** ASCII, Han and Hangul need no cache: they make up most texts. */
function isUsual(code: number): boolean {
  if (code < 0x7f) return code > 0x1f;
  return (code >= 0x4e00 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3);
}

function kindOf(code: number): number {
  let kind = known.get(code);
  if (kind === undefined) {
    const character = String.fromCodePoint(code);
    kind =
      aroundNumbers.test(character) || !unseen.test(character)
        ? seen
        : shapes.test(character)
          ? shaper
          : hidden;
    if (anchors.test(character)) kind += anchor;
    if (known.size >= mostKnown) known.clear();
    known.set(code, kind);
  }
  return kind;
}

/** Printable ASCII, line ends and tabs: most texts, and nothing in it is hidden. */
const plain = /^[\t\n -~]*$/;

/** Calls `take` for each run of one hidden character, in order. One pass, each character checked once. */
function eachHidden(text: string, take: (from: number, to: number, code: number) => void): void {
  let before = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const length = code > 0xffff ? 2 : 1;
    const kind = isUsual(code) ? anchor + seen : kindOf(code);
    const what = kind & 3;
    if (what === seen || (what === shaper && before >= anchor && belongs(text, at))) {
      before = kind;
      at += length;
      continue;
    }
    let end = at + length;
    while (text.codePointAt(end) === code) end += length;
    take(at, end, code);
    before = kind;
    at = end;
  }
}

/**
 * Splits `text` into visible and hidden parts: the one set of invisible characters for every client and tool. Joiners and selectors stay
 * where emoji and scripts need them. Linear in the length of the text.
 */
export function visiblePieces(text: string): readonly VisiblePiece[] {
  const pieces: VisiblePiece[] = [];
  let from = 0;
  eachHidden(text, (at, to, code) => {
    if (at > from) pieces.push({ text: text.slice(from, at) });
    pieces.push({ hidden: nameOf(code, to - at) });
    from = to;
  });
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** Replaces every hidden character by a mark like `⟨U+202E⟩`. Line ends and tabs stay. Idempotent. */
export function visibleText(text: string): string {
  if (plain.test(text)) return text;
  let seenSoFar = "";
  let from = 0;
  eachHidden(text, (at, to, code) => {
    seenSoFar += `${text.slice(from, at)}⟨${nameOf(code, to - at)}⟩`;
    from = to;
  });
  return from === 0 ? text : seenSoFar + text.slice(from);
}

/** A name on one line: like `visibleText`, with line ends and tabs as marks too, so that a name cannot mislead. */
export function visibleName(name: string): string {
  return visibleText(name).replace(
    /([\t\n])\1*/g,
    (run: string, character: string) => `⟨${nameOf(character.charCodeAt(0), run.length)}⟩`,
  );
}

const names = new Map<number, string>();

/** `U+200B`, or `U+200B ×3` for three in a row; `units` is the run's length in UTF-16 units: a mebibyte of them is one mark. */
function nameOf(code: number, units: number): string {
  let name = names.get(code);
  if (name === undefined) {
    name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    if (names.size >= mostKnown) names.clear();
    names.set(code, name);
  }
  const times = code > 0xffff ? units / 2 : units;
  return times === 1 ? name : `${name} ×${times}`;
}
