/** A GGUF of one F32 tensor and one line of vocabulary, whole: 4 weights behind a header that names its architecture. */
export function tinyGguf(): Buffer {
  const text = (value: string): Buffer => Buffer.concat([long(value.length), Buffer.from(value)]);
  const header = Buffer.concat([
    Buffer.from("GGUF"),
    word(3),
    long(1),
    long(3),
    Buffer.concat([text("general.architecture"), word(8), text("llama")]),
    Buffer.concat([text("general.alignment"), word(4), word(64)]),
    Buffer.concat([text("tokenizer.ggml.tokens"), word(9), word(8), long(2), text("a"), text("b")]),
    Buffer.concat([text("output.weight"), word(2), long(2), long(2), word(0), long(0)]),
  ]);
  const padding = Buffer.alloc((64 - (header.length % 64)) % 64);
  return Buffer.concat([header, padding, Buffer.alloc(16)]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
