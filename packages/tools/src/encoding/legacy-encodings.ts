/** Supported legacy encodings, by the names of the Encoding Standard (whatwg.org), the commonest first. */
export const legacyEncodings = [
  "gbk",
  "windows-1252",
  "shift_jis",
  "big5",
  "euc-kr",
  "windows-1251",
  "koi8-r",
  "euc-jp",
  "windows-1250",
] as const;
export type LegacyEncoding = (typeof legacyEncodings)[number];

/** Bytes 0x80 to 0x9f in windows-1252, a blank where undefined; Node 20 decodes them as control characters. */
const signs = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** Decodes bytes. Fatal: throws for an undefined byte. */
export function decodeLegacy(bytes: Uint8Array, encoding: LegacyEncoding, { fatal = true } = {}): string {
  if (encoding !== "windows-1252") return new TextDecoder(encoding, { fatal }).decode(bytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return text.replace(/[\u0080-\u009f]/g, (control) => {
    const sign = signs[control.charCodeAt(0) - 0x80];
    return sign === undefined || sign === " " ? control : sign;
  });
}

type ByteTable = ReadonlyMap<string, number>;

/** The last table: a session rarely needs two. */
let latest: { encoding: LegacyEncoding; table: ByteTable } | undefined;

/** The bytes of each non-ASCII character, the first byte high: the platform decoder's table, inverted. */
export function byteTable(encoding: LegacyEncoding): ByteTable {
  if (latest?.encoding !== encoding) latest = { encoding, table: madeTable(encoding) };
  return latest.table;
}

function madeTable(encoding: LegacyEncoding): ByteTable {
  const codes: number[] = [];
  for (let first = 0x80; first <= 0xff; first += 1) codes.push(first);
  for (let first = 0x81; first <= 0xfe; first += 1) {
    // Windows decodes these rows and never writes them: their characters occur again in the last rows.
    if (encoding === "shift_jis" && (first === 0xed || first === 0xee)) continue;
    for (let second = 0x40; second <= 0xfe; second += 1) codes.push((first << 8) | second);
  }
  // A line end after each code: it is never the second byte of a character.
  const bytes = codes.flatMap((code) => (code > 0xff ? [code >> 8, code & 0xff, 0x0a] : [code, 0x0a]));
  const table = new Map<string, number>();
  const characters = decodeLegacy(Uint8Array.from(bytes), encoding, { fatal: false }).split("\n");
  for (const [at, code] of codes.entries()) {
    const character = characters[at] ?? "";
    const isOne = [...character].length === 1 && character !== "\ufffd" && character > "\u007f";
    if (isOne && !table.has(character)) table.set(character, code);
  }
  return table;
}
