import type { ImageType } from "@kestrel/protocol";

/** Facts from the first bytes of a picture. Sizes in pixels, when they are at a fixed offset. */
export type PictureFacts = { mediaType: ImageType; width?: number; height?: number };

/** The type of a picture by its bytes; undefined for anything else. */
export function pictureFacts(bytes: Buffer): PictureFacts | undefined {
  if (bytes.length < 12) return undefined;
  if (bytes.readUInt32BE(0) === 0x89504e47) return { mediaType: "image/png", ...sizeOfPng(bytes) };
  if (bytes.readUIntBE(0, 3) === 0xffd8ff) return { mediaType: "image/jpeg", ...sizeOfJpeg(bytes) };
  const beginning = bytes.toString("latin1", 0, 12);
  if (/^GIF8[79]a/.test(beginning))
    return { mediaType: "image/gif", ...sized(bytes.readUInt16LE(6), bytes.readUInt16LE(8)) };
  const webp = beginning.startsWith("RIFF") && beginning.endsWith("WEBP");
  return webp ? { mediaType: "image/webp", ...sizeOfWebp(bytes) } : undefined;
}

function sizeOfPng(bytes: Buffer) {
  return bytes.length < 24 ? {} : sized(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

/** A JPEG is a sequence of segments; the size is in the frame header (SOF, C0 to CF without C4, C8, CC). */
function sizeOfJpeg(bytes: Buffer) {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return sized(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return {};
}

/** The extended format stores the canvas size; the two simple ones store the size of their one frame. */
function sizeOfWebp(bytes: Buffer) {
  if (bytes.length < 30) return {};
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return sized(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (kind === "VP8 ") return sized(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (kind !== "VP8L") return {};
  const bits = bytes.readUInt32LE(21);
  return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
}

function sized(width: number, height: number): { width?: number; height?: number } {
  return width > 0 && height > 0 ? { width, height } : {};
}
