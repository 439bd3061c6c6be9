import type { FileHandle } from "node:fs/promises";

/** What is wrong with a file that should be a GGUF. */
export class BrokenGguf extends Error {
  readonly reason: "not_gguf" | "truncated" | "damaged";
  constructor(reason: BrokenGguf["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** Reads forward through a file in blocks; a header with a large vocabulary has several MB. */
export class GgufCursor {
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
    if (this.position + count > this.#size) throw new BrokenGguf("truncated");
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
    if (!Number.isSafeInteger(value)) throw new BrokenGguf("damaged");
    return value;
  }

  async text(): Promise<string> {
    const length = await this.u64();
    if (length > 16_000_000) throw new BrokenGguf("damaged");
    return (await this.take(length)).toString("utf8");
  }

  async skip(count: number): Promise<void> {
    if (this.position + count > this.#size) throw new BrokenGguf("truncated");
    this.position += count;
  }

  /** A vocabulary has some 400,000 texts: those in the block are passed without waiting. */
  async skipTexts(count: number): Promise<void> {
    for (let item = 0; item < count; item += 1) {
      const length = this.#lengthAtHand() ?? (await this.u64());
      this.position += length;
      if (this.position > this.#size) throw new BrokenGguf("truncated");
    }
  }

  #lengthAtHand(): number | undefined {
    const start = this.position - this.#blockAt;
    if (start + 8 > this.#block.length) return undefined;
    this.position += 8;
    return Number(this.#block.readBigUInt64LE(start));
  }
}
