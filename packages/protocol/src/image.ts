import { z } from "zod";
import { imageBounds } from "./image-bounds.ts";

/** The kinds of pictures that models take. */
export const ImageType = z.enum(["image/png", "image/jpeg", "image/webp", "image/gif"]);
export type ImageType = z.infer<typeof ImageType>;

/** Base64 takes four letters for three bytes. */
const longestBase64 = Math.ceil(imageBounds.bytes / 3) * 4;

/** A picture as a client sends it. */
export const SentImage = z.strictObject({
  mediaType: ImageType,
  base64: z.base64().min(4).max(longestBase64),
});
export type SentImage = z.infer<typeof SentImage>;

/** The name of kept bytes: their SHA-256, hex. */
const BlobName = z.string().regex(/^[0-9a-f]{64}$/);

/** A logged picture: its bytes are among the blobs. Sizes in pixels, if the file contains them. */
export const KeptImage = z.object({
  mediaType: ImageType,
  blob: BlobName,
  bytes: z.int().positive(),
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
});
export type KeptImage = z.infer<typeof KeptImage>;
