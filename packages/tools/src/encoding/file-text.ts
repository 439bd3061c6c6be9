import { guessEncoding } from "./guess-encoding.ts";
import { byteTable, decodeLegacy, type LegacyEncoding } from "./legacy-encodings.ts";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | LegacyEncoding;

/** A file's encoding. `mark`: it begins with a byte order mark. `sure`: it is certain or nearly so. */
export type FileEncoding = { encoding: Encoding; mark: boolean; sure: boolean };

/** The text of a file without its byte order mark. `exact`: encoding it again gives the same bytes. */
export type FileText = FileEncoding & { text: string; exact: boolean };

/** The encoding of new files. */
export const usualEncoding: FileEncoding = { encoding: "utf-8", mark: false, sure: true };

/** Bytes searched for a NUL, as in git. */
const lookedAt = 8_192;
/** Bytes of lines used to guess an encoding. */
const mostSample = 64 * 1024;
/** Largest file in a legacy encoding that can be written. Bytes: a check of a megabyte takes about 30 ms. */
const mostWritten = 1024 * 1024;

/** Display names; iconv accepts each. */
export const encodingNames: Readonly<Record<Encoding, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16LE",
  "utf-16be": "UTF-16BE",
  gbk: "GBK",
  "windows-1252": "WINDOWS-1252",
  shift_jis: "CP932",
  big5: "BIG5",
  "euc-kr": "CP949",
  "windows-1251": "WINDOWS-1251",
  "koi8-r": "KOI8-R",
  "euc-jp": "EUC-JP",
  "windows-1250": "WINDOWS-1250",
};

/**
 * The encoding of a file, by its mark, else by its bytes; undefined for binary data or invalid UTF-8. `whole`: the bytes do not end in
 * the middle of a character.
 */
export function encodingOf(bytes: Uint8Array, { whole = true } = {}): FileEncoding | undefined {
  const marked = encodingByMark(bytes);
  if (marked) return marked;
  if (bytes.subarray(0, lookedAt).includes(0)) return unmarkedUtf16(bytes);
  if (isUtf8(bytes, whole)) return usualEncoding;
  const sample = sampleOf(bytes);
  const guess = isBrokenUtf8(sample) ? undefined : guessEncoding(sample);
  return guess && { ...guess, mark: false };
}

/** Decodes a text piece by piece. */
export function streamDecoder(encoding: Encoding): { decode(bytes?: Uint8Array): string } {
  if (encoding === "windows-1252")
    return { decode: (bytes = new Uint8Array()) => decodeLegacy(bytes, encoding) };
  const decoder = new TextDecoder(encoding);
  return { decode: (bytes) => decoder.decode(bytes, { stream: bytes !== undefined }) };
}

/** Whether the bytes are binary: a NUL in the first bytes that is not part of a UTF-16 unit. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, lookedAt).includes(0) && encodingOf(bytes) === undefined;
}

/** The text of a file; undefined when its bytes are not valid text in a supported encoding. */
export function fileText(bytes: Uint8Array): FileText | undefined {
  const found = encodingOf(bytes);
  if (!found) return undefined;
  try {
    const text = decoded(found.mark ? bytes.subarray(markOf(found.encoding).length) : bytes, found.encoding);
    return { ...found, text, exact: isExact(text, found, bytes) };
  } catch {
    // expected: not valid text in this encoding
    return undefined;
  }
}

/** The bytes of a text in an encoding, or the first character that the encoding lacks. */
export function encodedText(
  text: string,
  { encoding, mark }: Pick<FileEncoding, "encoding" | "mark">,
): { bytes: Buffer } | { missing: string } {
  const own = text.startsWith("\ufeff");
  const plain = mark && own ? text.slice(1) : text;
  const start = mark ? markOf(encoding) : Buffer.alloc(0);
  switch (encoding) {
    case "utf-8":
      return { bytes: Buffer.concat([start, Buffer.from(plain)]) };
    case "utf-16le":
      return { bytes: Buffer.concat([start, Buffer.from(plain, "utf16le")]) };
    case "utf-16be":
      return { bytes: Buffer.concat([start, Buffer.from(plain, "utf16le").swap16()]) };
    default:
      return encodedLegacy(plain, encoding);
  }
}

function decoded(bytes: Uint8Array, encoding: Encoding): string {
  switch (encoding) {
    case "utf-8":
    case "utf-16le":
    case "utf-16be":
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    default:
      return decodeLegacy(bytes, encoding);
  }
}

function isExact(text: string, found: FileEncoding, bytes: Uint8Array): boolean {
  if (found.encoding === "utf-8") return true;
  if (bytes.length > mostWritten && !found.encoding.startsWith("utf-16")) return false;
  const again = encodedText(text, found);
  return "bytes" in again && again.bytes.equals(bytes);
}

function encodedLegacy(text: string, encoding: LegacyEncoding): { bytes: Buffer } | { missing: string } {
  const table = byteTable(encoding);
  const bytes = Buffer.alloc(text.length * 2);
  let end = 0;
  for (const character of text) {
    const code = character <= "\u007f" ? character.charCodeAt(0) : table.get(character);
    if (code === undefined) return { missing: character };
    if (code > 0xff) bytes[end++] = code >> 8;
    bytes[end++] = code & 0xff;
  }
  return { bytes: bytes.subarray(0, end) };
}

function markOf(encoding: Encoding): Buffer {
  if (encoding === "utf-8") return Buffer.of(0xef, 0xbb, 0xbf);
  return encoding === "utf-16be" ? Buffer.of(0xfe, 0xff) : Buffer.of(0xff, 0xfe);
}

function encodingByMark(bytes: Uint8Array): FileEncoding | undefined {
  const [first, second, third, fourth] = bytes;
  const marked = { mark: true, sure: true } as const;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: "utf-8", ...marked };
  if (first === 0xfe && second === 0xff) return { encoding: "utf-16be", ...marked };
  // Followed by two NULs it is the mark of UTF-32, which is unsupported.
  if (first === 0xff && second === 0xfe && !(third === 0 && fourth === 0))
    return { encoding: "utf-16le", ...marked };
  return undefined;
}

function isUtf8(bytes: Uint8Array, whole: boolean): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !whole });
    return true;
  } catch {
    // expected: not UTF-8
    return false;
  }
}

/** Whether most of the non-ASCII bytes are UTF-8 and some are damaged. */
function isBrokenUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  const [above, broken] = [/[\u0080-\u{10ffff}]/gu, /\ufffd/g].map((kind) => text.match(kind)?.length ?? 0);
  return (above ?? 0) >= 2 * (broken ?? 0);
}

/** Without a mark: nearly all NULs are on the same side of a unit (some Chinese characters end in one), and all characters are text. */
function unmarkedUtf16(bytes: Uint8Array): FileEncoding | undefined {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const head = even.subarray(0, mostSample);
  let [first, second] = [0, 0];
  for (const [at, byte] of head.entries())
    if (byte === 0) {
      if (at % 2 === 0) first += 1;
      else second += 1;
    }
  const [most, least] = first < second ? [second, first] : [first, second];
  if (even.length < bytes.length || most < 3 * least) return undefined;
  const encoding = first < second ? "utf-16le" : "utf-16be";
  try {
    const text = decoded(head, encoding);
    const isText = !/[^\P{Cc}\t\n\f\r]|[\p{Cn}\p{Co}]/u.test(text) && /[\n ]/.test(text);
    return isText ? { encoding, mark: false, sure: true } : undefined;
  } catch {
    // expected: not valid text in this encoding
    return undefined;
  }
}

/** Enough of the lines with non-ASCII bytes to decide. A line feed is never part of a multibyte character. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let left = mostSample;
  for (let start = 0; start < bytes.length && left > 0; ) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    const line = bytes.subarray(start, end);
    if (line.some((byte) => byte > 0x7f)) {
      lines.push(line.length > left ? wholeWords(line.subarray(0, left)) : line);
      left -= line.length;
    }
    start = end;
  }
  return Buffer.concat(lines);
}

/** Up to a byte that is always a whole character. */
function wholeWords(line: Uint8Array): Uint8Array {
  const end = line.findLastIndex((byte) => byte < 0x30);
  return end < 0 ? line : line.subarray(0, end + 1);
}
