/** Why a file cannot be sent with the message as text. */
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

/** Bytes of the largest text in a message: the daemon's limit of characters, less space for the user's text. */
export const mostTextBytes = 150_000;

/** Encodings to try, strict ones first. */
const encodings = ["utf-8", "gb18030"] as const;

/** The text of a file, or why it has none. Older Chinese files are in GBK. */
export async function readTextFile(file: Blob): Promise<{ text: string } | { refusal: FileRefusal }> {
  if (file.size === 0) return { refusal: "empty" };
  if (file.size > mostTextBytes) return { refusal: "large" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.includes(0)) return { refusal: "binary" };
  for (const encoding of encodings) {
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
    } catch {
      // expected: it has another encoding, or is no text
    }
  }
  return { refusal: "binary" };
}

/** `pages`: included pages of a PDF's `of`; `blank` of them have no text. */
export type ReadText = { text: string; pages?: number; of?: number; blank?: number };
export type AttachedText = ReadText & { key: number; name: string };
