import { createHash } from "node:crypto";

/** A text and its digest: the first 16 hexadecimal digits of its SHA-256. */
export function digestedText(text: string): { text: string; digest: string } {
  return { text, digest: createHash("sha256").update(text).digest("hex").slice(0, 16) };
}
