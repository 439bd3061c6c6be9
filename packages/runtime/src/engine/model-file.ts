import { type FileHandle, open } from "node:fs/promises";
import { KestrelError } from "@kestrel/core";

/** What Kestrel needs of a model's header before an engine is started with it. */
export type ModelFile = { bytes: number; name?: string; architecture?: string };

/** Reads and checks the header of a GGUF file; throws `model_file_invalid` with a reason. */
export async function checkModelFile(path: string): Promise<ModelFile> {
  const invalid = (reason: string) =>
    new KestrelError("model_file_invalid", `${reason}: ${path}`, { path, reason });
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    throw invalid(error.code === "ENOENT" ? "not_found" : "unreadable");
  });
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw invalid("not_a_file");
    const cursor = new Cursor(file, facts.size);
    try {
      return await readHeader(cursor, facts.size);
    } catch (error) {
      throw invalid(error instanceof BrokenHeader ? error.reason : "unreadable");
    }
  } finally {
    await file.close();
  }
}

class BrokenHeader extends Error {
  readonly reason: "not_gguf" | "truncated" | "damaged";
  constructor(reason: BrokenHeader["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

async function readHeader(cursor: Cursor, bytes: number): Promise<ModelFile> {
  const magic = bytes < 24 ? Buffer.alloc(4) : await cursor.take(4);
  if (magic.toString("latin1") !== "GGUF") throw new BrokenHeader("not_gguf");
  if ((await cursor.u32()) < 2) throw new BrokenHeader("not_gguf");
  const tensors = await cursor.u64();
  const entries = await cursor.u64();
  const facts = new Map<string, string | number>();
  for (let entry = 0; entry < entries; entry += 1) {
    const key = await cursor.text();
    const value = await readValue(cursor, await cursor.u32());
    if (value !== undefined) facts.set(key, value);
  }
  let lastOffset = -1;
  for (let tensor = 0; tensor < tensors; tensor += 1) {
    await cursor.skipTexts(1);
    const dimensions = await cursor.u32();
    await cursor.skip(8 * dimensions + 4);
    lastOffset = Math.max(lastOffset, await cursor.u64());
  }
  const alignment = Number(facts.get("general.alignment") ?? 32);
  const dataStart = Math.ceil(cursor.position / alignment) * alignment;
  if (tensors > 0 && dataStart + lastOffset >= bytes) throw new BrokenHeader("truncated");
  const textOf = (key: string) => (typeof facts.get(key) === "string" ? String(facts.get(key)) : undefined);
  return { bytes, name: textOf("general.name"), architecture: textOf("general.architecture") };
}

/** Bytes of the fixed-size value types, by GGUF's own numbers. */
const sizes: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};
const stringType = 8;
const arrayType = 9;

async function readValue(cursor: Cursor, type: number): Promise<string | number | undefined> {
  if (type === stringType) return cursor.text();
  if (type === 4) return cursor.u32();
  if (type !== arrayType) {
    await cursor.skip(sizeOf(type));
    return undefined;
  }
  const of = await cursor.u32();
  const length = await cursor.u64();
  if (of === stringType) await cursor.skipTexts(length);
  else await cursor.skip(sizeOf(of) * length);
  return undefined;
}

function sizeOf(type: number): number {
  const size = sizes[type];
  if (size === undefined) throw new BrokenHeader("damaged");
  return size;
}

/** Reads forward through a file in blocks; a header with a large vocabulary has several MB. */
class Cursor {
  position = 0;
  readonly #file: FileHandle;
  readonly #size: number;
  #block = Buffer.alloc(0);
  #blockAt = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  async take(count: number): Promise<Buffer> {
    if (this.position + count > this.#size) throw new BrokenHeader("truncated");
    if (this.position < this.#blockAt || this.position + count > this.#blockAt + this.#block.length) {
      const block = Buffer.alloc(Math.min(Math.max(1 << 20, count), this.#size - this.position));
      const { bytesRead } = await this.#file.read(block, 0, block.length, this.position);
      this.#block = block.subarray(0, bytesRead);
      this.#blockAt = this.position;
    }
    const start = this.position - this.#blockAt;
    this.position += count;
    return this.#block.subarray(start, start + count);
  }

  async u32(): Promise<number> {
    return (await this.take(4)).readUInt32LE();
  }

  async u64(): Promise<number> {
    const value = Number((await this.take(8)).readBigUInt64LE());
    if (!Number.isSafeInteger(value)) throw new BrokenHeader("damaged");
    return value;
  }

  async text(): Promise<string> {
    const length = await this.u64();
    if (length > 16_000_000) throw new BrokenHeader("damaged");
    return (await this.take(length)).toString("utf8");
  }

  async skip(count: number): Promise<void> {
    if (this.position + count > this.#size) throw new BrokenHeader("truncated");
    this.position += count;
  }

  /** A vocabulary has some 400,000 texts: those in the block are passed without waiting. */
  async skipTexts(count: number): Promise<void> {
    for (let item = 0; item < count; item += 1) {
      const length = this.#lengthAtHand() ?? (await this.u64());
      this.position += length;
      if (this.position > this.#size) throw new BrokenHeader("truncated");
    }
  }

  #lengthAtHand(): number | undefined {
    const start = this.position - this.#blockAt;
    if (start + 8 > this.#block.length) return undefined;
    this.position += 8;
    return Number(this.#block.readBigUInt64LE(start));
  }
}
