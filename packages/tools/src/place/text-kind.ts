/** What a file's first bytes say it is. */
export type TextKind = "utf-8" | "utf-16" | "binary";

const lookedAt = 8192;

/** UTF-16 is told by its mark, binary by a NUL in the first 8 KiB, as git does. */
export function textKind(bytes: Uint8Array): TextKind {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return "utf-16";
  return bytes.subarray(0, lookedAt).includes(0) ? "binary" : "utf-8";
}

/** The text of valid UTF-8, its byte order mark kept as U+FEFF; undefined when the bytes are anything else. */
export function exactText(bytes: Uint8Array): string | undefined {
  if (textKind(bytes) !== "utf-8") return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
