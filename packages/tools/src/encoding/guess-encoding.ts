import { decodeLegacy, type LegacyEncoding, legacyEncodings } from "./legacy-encodings.ts";

/** `sure`: the second best is at least twenty times less likely. */
export type Guess = { encoding: LegacyEncoding; sure: boolean };

/** Non-ASCII bytes examined: a thousand are enough. */
const mostBytes = 4_000;
const sureMargin = Math.log(20);

/** Shares among files that are not Unicode; estimates. */
const priors: Readonly<Record<LegacyEncoding, number>> = {
  gbk: 0.3,
  "windows-1252": 0.3,
  shift_jis: 0.15,
  big5: 0.08,
  "euc-kr": 0.07,
  "windows-1251": 0.05,
  "koi8-r": 0.02,
  "euc-jp": 0.03,
  "windows-1250": 0.01,
};

/**
 * Guesses the encoding of bytes that are not UTF-8: among encodings in which every byte is valid, the one with the likeliest
 * characters. East Asian tables list frequent characters first; European letters stand alone among ASCII or in words without an inner
 * capital. Undefined when none fits.
 */
export function guessEncoding(bytes: Uint8Array): Guess | undefined {
  const scored = legacyEncodings
    .flatMap((encoding) => {
      const text = decodedOrNothing(bytes, encoding);
      return text === undefined ? [] : [{ encoding, text, score: scoreOf(bytes, text, encoding) }];
    })
    .sort((one, other) => other.score - one.score);
  const [best, ...others] = scored;
  if (!best) return undefined;
  const second = others.find(({ text }) => text !== best.text);
  return { encoding: best.encoding, sure: !second || best.score - second.score >= sureMargin };
}

function scoreOf(bytes: Uint8Array, text: string, encoding: LegacyEncoding): number {
  const prior = Math.log(priors[encoding]);
  if (!isWide(encoding)) return prior + scoreOfLetters(text, encoding);
  const pairs = prior + scoreOfPairs(bytes, widths[encoding]);
  return encoding === "euc-kr" ? pairs + scoreOfSyllables(text) : pairs;
}

function isWide(encoding: LegacyEncoding): encoding is Wide {
  return Object.hasOwn(widths, encoding);
}

/** Undefined for control characters above ASCII: no encoding uses them in text. */
function decodedOrNothing(bytes: Uint8Array, encoding: LegacyEncoding): string | undefined {
  try {
    const text = decodeLegacy(bytes, encoding);
    return /[\u0080-\u009f\p{Co}]/u.test(text) ? undefined : text;
  } catch {
    // expected: not valid text in this encoding
    return undefined;
  }
}

/** First byte from and to, second byte from and to, the share of such characters in a text, and how many there are. */
type Range = readonly [number, number, number, number, share: number, among: number];
type Wide = "gbk" | "big5" | "shift_jis" | "euc-jp" | "euc-kr";

/** Rows of GB 2312, Big5, JIS X 0208 and KS X 1001, the frequent ones first; shares are estimates. The last one is the rest. */
const widths: Readonly<Record<Wide, readonly Range[]>> = {
  gbk: [
    [0xb0, 0xd7, 0xa1, 0xfe, 0.92, 3755],
    [0xd8, 0xf7, 0xa1, 0xfe, 0.03, 3008],
    [0xa1, 0xa3, 0xa1, 0xfe, 0.045, 282],
    [0, 0xff, 0, 0xff, 0.005, 20_000],
  ],
  big5: [
    [0xa4, 0xc6, 0x40, 0xfe, 0.92, 5401],
    [0xc9, 0xf9, 0x40, 0xfe, 0.03, 7652],
    [0xa1, 0xa3, 0x40, 0xfe, 0.045, 408],
    [0, 0xff, 0, 0xff, 0.005, 6_000],
  ],
  shift_jis: [
    [0x82, 0x82, 0x9f, 0xf1, 0.5, 83],
    [0x83, 0x83, 0x40, 0x96, 0.2, 86],
    [0x88, 0x97, 0x40, 0xfc, 0.22, 2965],
    [0x81, 0x81, 0x40, 0xfc, 0.06, 108],
    [0, 0xff, 0, 0xff, 0.01, 4_000],
  ],
  "euc-jp": [
    [0xa4, 0xa4, 0xa1, 0xf3, 0.5, 83],
    [0xa5, 0xa5, 0xa1, 0xf6, 0.2, 86],
    [0xb0, 0xcf, 0xa1, 0xfe, 0.22, 2965],
    [0xa1, 0xa1, 0xa1, 0xfe, 0.06, 94],
    [0, 0xff, 0, 0xff, 0.01, 10_000],
  ],
  "euc-kr": [
    [0xb0, 0xc8, 0xa1, 0xfe, 0.93, 2350],
    [0xca, 0xfd, 0xa1, 0xfe, 0.01, 4888],
    [0xa1, 0xa3, 0xa1, 0xfe, 0.05, 282],
    [0, 0xff, 0, 0xff, 0.01, 9_000],
  ],
};

/** The log-likelihood of a text as double-byte characters. */
function scoreOfPairs(bytes: Uint8Array, ranges: readonly Range[]): number {
  let score = 0;
  let left = mostBytes;
  /** Where the previous character ended. */
  let end = 0;
  const isKana = (byte: number) => ranges === widths.shift_jis && byte >= 0xa1 && byte <= 0xdf;
  for (let at = 0; at < bytes.length && left > 0; at += 1) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    if (at > end && isAsciiLetter(bytes[at - 1])) score += Math.log(0.3);
    const single = first === 0x80 || isKana(first);
    const second = single ? 0 : (bytes[at + 1] ?? 0);
    if (!single) at += 1;
    const range = ranges.find(
      ([from, to, low, high]) => first >= from && first <= to && second >= low && second <= high,
    );
    const [, , , , share, among] = range ?? [0, 0, 0, 0, 0.001, 20_000];
    score += Math.log(share / among);
    if (isAsciiLetter(bytes[at + 1])) score += Math.log(0.3);
    end = at + 1;
    left -= 2;
  }
  return score;
}

function isAsciiLetter(byte = 0): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

/** Nearly half of any Korean text; the same bytes are ordinary Chinese. */
const frequentSyllables = new Set(
  "이다는에의가을를로고하지한도기서사나리정인자부대어제과은수시그보일상전주라해여장원구성연비신동경우공들만것아으당스",
);

function scoreOfSyllables(text: string): number {
  let score = 0;
  let left = mostBytes;
  for (const [syllable] of text.matchAll(/[가-힣]/g)) {
    if (--left < 0) break;
    const frequent = Math.log(0.45 / frequentSyllables.size);
    const other = Math.log(0.48 / 2_290);
    score += (frequentSyllables.has(syllable) ? frequent : other) - Math.log(0.93 / 2_350);
  }
  return score;
}

/**
 * The log-likelihood of a text as single-byte letters: Latin ones stand alone among ASCII, Cyrillic ones in words of their own, no
 * capital follows a small letter, and symbols stand apart.
 */
function scoreOfLetters(text: string, encoding: LegacyEncoding): number {
  const isLatin = encoding === "windows-1252" || encoding === "windows-1250";
  let score = 0;
  let left = mostBytes;
  for (const { 0: character, index } of text.matchAll(/[\u0080-\uffff]/g)) {
    if (--left < 0) break;
    const [before = "", after = ""] = [text[index - 1], text[index + 1]];
    score += Math.log(shareOf(character));
    if (isCapital(character) && isSmall(before)) score += Math.log(0.01);
    if (!isLetter(character)) {
      if (/[A-Za-z]/.test(after)) score += Math.log(0.3);
    } else if (isLatin) score += Math.log(before > "\u007f" ? 0.05 : 0.95);
    else if (/[A-Za-z]/.test(before + after)) score += Math.log(0.05);
    else if (!isLetter(before) && !isLetter(after)) score += Math.log(0.1);
  }
  return score;
}

/** Shares are estimates: of about 32 letters each, and 60 symbols. */
function shareOf(character: string): number {
  if (isSmall(character)) return 0.8 / 32;
  return isCapital(character) ? 0.15 / 32 : 0.05 / 60;
}

function isSmall(character: string): boolean {
  return /^\p{Ll}$/u.test(character);
}

function isCapital(character: string): boolean {
  return /^\p{Lu}$/u.test(character);
}

function isLetter(character: string): boolean {
  return /^\p{L}$/u.test(character);
}
