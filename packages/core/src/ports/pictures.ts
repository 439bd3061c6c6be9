import type { KeptImage, SentImage } from "@kestrel/protocol";

/**
 * Keeps the pictures of messages outside the log, by the digest of their bytes.
 *
 * - `keep` resolves when they are on disk; it rejects with `invalid_request` for bytes that are not what they claim to be.
 * - `read` gives base64, or undefined when the bytes are not there any more.
 */
export interface Pictures {
  keep(image: SentImage): Promise<KeptImage>;
  read(blob: string): Promise<string | undefined>;
}
