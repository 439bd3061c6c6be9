/** A growing little-endian buffer, as GGUF wants its numbers. */
export class ByteWriter {
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  length = 0;

  #room(size: number): number {
    const start = this.length;
    this.length += size;
    if (this.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return start;
  }

  u32(value: number) {
    const start = this.#room(4);
    this.#view.setUint32(start, value, true);
  }

  i32(value: number) {
    const start = this.#room(4);
    this.#view.setInt32(start, value, true);
  }

  u64(value: number) {
    const start = this.#room(8);
    this.#view.setBigUint64(start, BigInt(value), true);
  }

  f32(value: number) {
    const start = this.#room(4);
    this.#view.setFloat32(start, value, true);
  }

  flag(value: boolean) {
    this.bytes(Uint8Array.of(value ? 1 : 0));
  }

  bytes(value: Uint8Array) {
    const start = this.#room(value.length);
    this.#bytes.set(value, start);
  }

  text(value: string) {
    const encoded = new TextEncoder().encode(value);
    this.u64(encoded.length);
    this.bytes(encoded);
  }

  pad(alignment: number) {
    this.#room(-this.length & (alignment - 1));
  }

  finished(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }
}
