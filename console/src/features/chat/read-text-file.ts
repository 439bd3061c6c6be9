/** Why a file cannot go with the message as text. */
export type FileRefusal =
  | "empty"
  | "large"
  | "binary"
  | "huge"
  | "encrypted"
  | "damaged"
  | "no-text"
  | "slow"
  | "unreadable";

/** Bytes of the largest text that goes with a message: as many letters as the daemon takes in one, with room for the words. */
export const mostTextBytes = 150_000;

/** Encodings that people's files have, the strict ones first. */
const encodings = ["utf-8", "gb18030"] as const;

/** The text of a file; where it is none, why. Older Chinese files are in GBK. */
export async function readTextFile(file: Blob): Promise<{ text: string } | { refusal: FileRefusal }> {
  if (file.size === 0) return { refusal: "empty" };
  if (file.size > mostTextBytes) return { refusal: "large" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.includes(0)) return { refusal: "binary" };
  for (const encoding of encodings) {
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
    } catch {
      // expected: it is in another encoding, or no text
    }
  }
  return { refusal: "binary" };
}

/** `pages`: so many of a PDF's `of` pages are there, and `blank` of them have no text. */
export type ReadText = { text: string; pages?: number; of?: number; blank?: number };
export type AttachedText = ReadText & { key: number; name: string };
