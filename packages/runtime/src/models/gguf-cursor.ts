import type { FileHandle } from "node:fs/promises";

/** The defect of an invalid GGUF file. */
export class BrokenGguf extends Error {
  readonly code = "broken_gguf";
  readonly reason: "not_gguf" | "truncated" | "damaged";
  constructor(reason: BrokenGguf["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** Bytes. The largest vocabularies with their merges take about 30 MB; anything longer is not a header, or is a sparse file. */
const longestHeader = 128 * 2 ** 20;

/** Entries of one list. The largest vocabularies have about 300,000 words and 500,000 merges. */
const mostTexts = 2_000_000;

const blockBytes = 1 << 20;

/** Reads forward through a file in blocks; a header with a large vocabulary has several MB. Throws BrokenGguf at every limit. */
export class GgufCursor {
  position = 0;
  readonly #file: FileHandle;
  readonly #end: number;
  readonly #isLong: boolean;
  #block = Buffer.alloc(0);
  #blockAt = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#end = Math.min(size, longestHeader);
    this.#isLong = size > longestHeader;
  }

  /** At most a block at once. */
  async take(count: number): Promise<Buffer> {
    this.#mustHold(count);
    if (count > blockBytes) throw new BrokenGguf("damaged");
    if (this.position < this.#blockAt || this.position + count > this.#blockAt + this.#block.length) {
      const block = Buffer.alloc(Math.min(blockBytes, this.#end - this.position));
      const { bytesRead } = await this.#file.read(block, 0, block.length, this.position);
      if (bytesRead < count) throw new BrokenGguf("truncated");
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

  /** A text of at most `longest` bytes; a longer one is skipped and undefined. */
  async text(longest: number): Promise<string | undefined> {
    const length = await this.u64();
    if (length <= longest) return (await this.take(length)).toString("utf8");
    this.skip(length);
    return undefined;
  }

  skip(count: number): void {
    this.#mustHold(count);
    this.position += count;
  }

  /** A vocabulary has about 400,000 texts: those within the block are skipped synchronously. */
  async skipTexts(count: number): Promise<void> {
    if (count > mostTexts) throw new BrokenGguf("damaged");
    for (let item = 0; item < count; item += 1) this.skip(this.#lengthAtHand() ?? (await this.u64()));
  }

  #mustHold(count: number): void {
    if (this.position + count <= this.#end) return;
    throw new BrokenGguf(this.#isLong ? "damaged" : "truncated");
  }

  #lengthAtHand(): number | undefined {
    const start = this.position - this.#blockAt;
    if (start < 0 || start + 8 > this.#block.length) return undefined;
    this.position += 8;
    return Number(this.#block.readBigUInt64LE(start));
  }
}
