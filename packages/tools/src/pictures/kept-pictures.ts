import { KestrelError, type Pictures } from "@kestrel/core";
import { imageBounds } from "@kestrel/protocol";
import type { Blobs } from "../change/file-blobs.ts";
import { pictureFacts } from "./picture-facts.ts";

/** Pictures among the blobs. The media type is verified against the bytes. */
export function keptPictures(blobs: Blobs): Pictures {
  return {
    async keep({ mediaType, base64 }) {
      const bytes = Buffer.from(base64, "base64");
      if (bytes.length > imageBounds.bytes) throw new KestrelError("too_large", "a picture over the limit");
      const facts = pictureFacts(bytes);
      if (facts?.mediaType !== mediaType) {
        const params = { where: "images", problem: `not ${mediaType}` };
        throw new KestrelError("invalid_request", "bytes of another kind", params);
      }
      return { ...facts, blob: await blobs.put(bytes), bytes: bytes.length };
    },
    async read(blob) {
      const bytes = await blobs.get(blob);
      return bytes && Buffer.from(bytes).toString("base64");
    },
  };
}
