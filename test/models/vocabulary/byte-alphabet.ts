const printable = (byte: number) =>
  (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);

/** Byte-level BPE writes every byte as one visible character: itself where it is visible, else from U+0100 on. */
export const byteAlphabet: readonly string[] = (() => {
  let hidden = 0;
  return Array.from({ length: 256 }, (_, byte) => {
    if (printable(byte)) return String.fromCodePoint(byte);
    hidden += 1;
    return String.fromCodePoint(255 + hidden);
  });
})();

export function inByteAlphabet(text: string): string[] {
  return Array.from(new TextEncoder().encode(text), (byte) => byteAlphabet[byte] ?? "");
}
