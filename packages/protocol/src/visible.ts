/** A stretch of text as it is, or a character (or a run of it) that would change what is seen without being seen. */
export type VisiblePiece = { readonly text: string } | { readonly hidden: string };

/** Scripts whose words are written with joiners. */
const joining =
  "[\\p{L}\\p{M}]" +
  "(?<=[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mand}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}" +
  "\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}])";

/** The signs that take a consonant its vowel; in Indic scripts a joiner behind one chooses the letter's shape. */
const virama =
  "[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u1039\\u17d2]";

/** Where an invisible character belongs to what is seen. */
const inPlace = [
  // A family is several people, joined; a joiner keeps Persian words and Indic letters in their shape.
  "(?<=\\p{ExtPict}[\\p{EMod}\\ufe0f]?)\\u200d(?=\\p{ExtPict})",
  `(?<=${joining})[\\u200c\\u200d](?=${joining})`,
  `(?<=${virama})[\\u200c\\u200d]`,
  "(?<=\\p{L}(?<=\\p{scx=Arab}))\\u200d",
  // One selector chooses the drawing of the sign before it; a second one would choose nothing.
  "(?<=\\p{ExtPict})[\\ufe0e\\ufe0f]",
  "(?<=[0-9#*])\\ufe0f(?=\\u20e3)",
  "(?<=[\\p{Ideographic}\\p{Sm}])[\\ufe00-\\ufe02]",
  "(?<=\\p{Ideographic})[\\u{e0100}-\\u{e01ef}]",
  "(?<=\\p{scx=Mong}(?<=\\p{L}))[\\u180b-\\u180d\\u180f]",
  // Signs of Arabic and its neighbours that are drawn around the numbers they stand before.
  "[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2]",
].join("|");

let pattern: RegExp | undefined;

/**
 * Controls but tab and newline, direction marks, zero widths, separators, fillers, tags, selectors, half surrogates.
 * Milliseconds to make, so it is made for the first text that may have one.
 */
function hidden(): RegExp {
  pattern ??= new RegExp(
    `(?![\\t\\n]|${inPlace})([\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{DI}\\ufff9-\\ufffb])\\1*`,
    "gu",
  );
  return pattern;
}

/** Letters of ASCII, line ends and tabs: what most texts are, and nothing of it is hidden. */
const plain = /^[\t\n -~]*$/;

/**
 * `text` cut into what can be seen and what cannot: the one set of invisible characters for every client and tool.
 * Joiners and selectors stay where emoji and scripts need them. Linear in the length of the text.
 */
export function visiblePieces(text: string): readonly VisiblePiece[] {
  const pieces: VisiblePiece[] = [];
  let from = 0;
  for (const { 0: run, 1: character = "", index } of text.matchAll(hidden())) {
    if (index > from) pieces.push({ text: text.slice(from, index) });
    pieces.push({ hidden: nameOf(run, character) });
    from = index + run.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** `text` with every hidden character as a mark like `⟨U+202E⟩`. Line ends and tabs stay. Doing it twice changes nothing. */
export function visibleText(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(hidden(), (run: string, character: string) => `⟨${nameOf(run, character)}⟩`);
}

/** A name on one line: as `visibleText`, and line ends and tabs are marks too, so that no name lies about itself. */
export function visibleName(name: string): string {
  return visibleText(name).replace(
    /([\t\n])\1*/g,
    (run: string, character: string) => `⟨${nameOf(run, character)}⟩`,
  );
}

/** `U+200B`, or `U+200B ×3` for three in a row: a mebibyte of them is one mark. */
function nameOf(run: string, character: string): string {
  const name = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return run.length === character.length ? name : `${name} ×${run.length / character.length}`;
}
