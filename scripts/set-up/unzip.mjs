import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** The files of a zip archive without encryption or 64-bit sizes, each with a way to read it. */
export function* filesInZip(path) {
  const bytes = readFileSync(path);
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new Error(`${path} is no zip archive`);
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0 && bytes.readUInt32LE(at) === CENTRAL; left -= 1) {
    const [packed, name, extra, comment] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const isPacked = bytes.readUInt16LE(at + 10) === 8;
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = () => {
      const piece = bytes.subarray(start, start + packed);
      return isPacked ? inflateRawSync(piece) : piece;
    };
    yield { name: bytes.toString("utf8", at + 46, at + 46 + name), content };
    at += 46 + name + extra + comment;
  }
}
