import { constants, open } from "node:fs/promises";
import { KestrelError } from "@kestrel/core";
import { BrokenGguf, GgufCursor } from "./gguf-cursor.ts";

export type GgufValue = string | number | boolean | readonly number[];

/** The header of a model file, without vocabularies and other long values. */
export type GgufHeader = {
  /** Of the whole file, and the offset of its tensors. */
  bytes: number;
  dataStart: number;
  metadata: ReadonlyMap<string, GgufValue>;
  /** Weights in this file. */
  parameters: number;
};

/** Reads the header of a GGUF file and checks that its tensors lie within it; throws `model_file_invalid` with a reason. */
export async function readGgufHeader(path: string): Promise<GgufHeader> {
  const invalid = (reason: string) =>
    new KestrelError("model_file_invalid", `${reason}: ${path}`, { path, reason });
  // A pipe at that path must not block.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
    (error: NodeJS.ErrnoException) => {
      throw invalid(error.code === "ENOENT" ? "not_found" : "unreadable");
    },
  );
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw invalid("not_a_file");
    try {
      return await readHeader(new GgufCursor(file, facts.size), facts.size);
    } catch (error) {
      throw invalid(error instanceof BrokenGguf ? error.reason : "unreadable");
    }
  } finally {
    await file.close();
  }
}

async function readHeader(cursor: GgufCursor, bytes: number): Promise<GgufHeader> {
  const magic = bytes < 24 ? Buffer.alloc(4) : await cursor.take(4);
  if (magic.toString("latin1") !== "GGUF") throw new BrokenGguf("not_gguf");
  if ((await cursor.u32()) < 2) throw new BrokenGguf("not_gguf");
  const tensors = await cursor.u64();
  const entries = await cursor.u64();
  if (tensors > mostTensors || entries > mostEntries) throw new BrokenGguf("damaged");
  const metadata = new Map<string, GgufValue>();
  let kept = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    const key = await cursor.text(longestKey);
    const longest = key === chatTemplate ? longestTemplate : longestText;
    const value = await readValue(cursor, await cursor.u32(), longest);
    if (key === undefined) throw new BrokenGguf("damaged");
    if (value === undefined) continue;
    kept += key.length + sizeOf(value);
    if (kept > mostKept) throw new BrokenGguf("damaged");
    metadata.set(key, value);
  }
  let end = 0;
  let parameters = 0;
  for (let tensor = 0; tensor < tensors; tensor += 1) {
    await cursor.skipTexts(1);
    const dimensions = await cursor.u32();
    if (dimensions > mostDimensions) throw new BrokenGguf("damaged");
    let count = 1;
    for (let dimension = 0; dimension < dimensions; dimension += 1) count *= await cursor.u64();
    parameters += count;
    const type = await cursor.u32();
    end = Math.max(end, (await cursor.u64()) + tensorBytes(type, count));
  }
  const alignment = Number(metadata.get("general.alignment") || 32);
  const dataStart = Math.ceil(cursor.position / alignment) * alignment;
  if (tensors > 0 && dataStart + end > bytes) throw new BrokenGguf("truncated");
  return { bytes, dataStart, metadata, parameters };
}

type Scalar = { size: number; read: (bytes: Buffer, at: number) => number };

/** The fixed-size value types, by GGUF's numbers. */
const scalars: Readonly<Record<number, Scalar>> = {
  0: { size: 1, read: (bytes, at) => bytes.readUInt8(at) },
  1: { size: 1, read: (bytes, at) => bytes.readInt8(at) },
  2: { size: 2, read: (bytes, at) => bytes.readUInt16LE(at) },
  3: { size: 2, read: (bytes, at) => bytes.readInt16LE(at) },
  4: { size: 4, read: (bytes, at) => bytes.readUInt32LE(at) },
  5: { size: 4, read: (bytes, at) => bytes.readInt32LE(at) },
  6: { size: 4, read: (bytes, at) => bytes.readFloatLE(at) },
  7: { size: 1, read: (bytes, at) => bytes.readUInt8(at) },
  10: { size: 8, read: (bytes, at) => Number(bytes.readBigUInt64LE(at)) },
  11: { size: 8, read: (bytes, at) => Number(bytes.readBigInt64LE(at)) },
  12: { size: 8, read: (bytes, at) => bytes.readDoubleLE(at) },
};
const booleanType = 7;
const stringType = 8;
const arrayType = 9;
/** Above any model's layer count, below any vocabulary's size. */
const longestList = 2048;
/** Bytes of a name or type. */
const longestText = 2048;
/** Characters; the longest in llama.cpp's models/templates has 20,000. */
const longestTemplate = 1 << 16;
/** The key of a file's chat template. */
export const chatTemplate = "tokenizer.chat_template";
/** Several times the largest models' counts: about 100 keys of 60 bytes, 3,000 tensors of 4 dimensions. */
const mostEntries = 4096;
const mostTensors = 32_768;
/** Bytes of all stored values; about 50,000 are usual. */
const mostKept = 1 << 20;
const longestKey = 1024;
const mostDimensions = 8;

async function readValue(cursor: GgufCursor, type: number, longest: number): Promise<GgufValue | undefined> {
  if (type === stringType) return cursor.text(longest);
  if (type === arrayType) return readList(cursor);
  const { size, read } = scalarOf(type);
  const value = read(await cursor.take(size), 0);
  return type === booleanType ? value !== 0 : value;
}

function sizeOf(value: GgufValue): number {
  return typeof value === "object" || typeof value === "string" ? value.length * 8 : 8;
}

async function readList(cursor: GgufCursor): Promise<readonly number[] | undefined> {
  const of = await cursor.u32();
  const length = await cursor.u64();
  if (of === stringType) {
    await cursor.skipTexts(length);
    return undefined;
  }
  const { size, read } = scalarOf(of);
  if (length > longestList) {
    cursor.skip(size * length);
    return undefined;
  }
  const bytes = await cursor.take(size * length);
  return Array.from({ length }, (_, index) => read(bytes, index * size));
}

function scalarOf(type: number): Scalar {
  const scalar = scalars[type];
  if (scalar === undefined) throw new BrokenGguf("damaged");
  return scalar;
}

/** Bytes and weights of one block of each tensor type, by its number in ggml.h. */
const blockOf: Readonly<Record<number, readonly [bytes: number, weights: number]>> = {
  0: [4, 1], // F32
  1: [2, 1], // F16
  2: [18, 32], // Q4_0
  3: [20, 32], // Q4_1
  6: [22, 32], // Q5_0
  7: [24, 32], // Q5_1
  8: [34, 32], // Q8_0
  10: [84, 256], // Q2_K
  11: [110, 256], // Q3_K
  12: [144, 256], // Q4_K
  13: [176, 256], // Q5_K
  14: [210, 256], // Q6_K
  16: [66, 256], // IQ2_XXS
  17: [74, 256], // IQ2_XS
  18: [98, 256], // IQ3_XXS
  19: [50, 256], // IQ1_S
  20: [18, 32], // IQ4_NL
  21: [110, 256], // IQ3_S
  22: [82, 256], // IQ2_S
  23: [136, 256], // IQ4_XS
  24: [1, 1], // I8
  25: [2, 1], // I16
  26: [4, 1], // I32
  27: [8, 1], // I64
  28: [8, 1], // F64
  29: [56, 256], // IQ1_M
  30: [2, 1], // BF16
  34: [54, 256], // TQ1_0
  35: [66, 256], // TQ2_0
  39: [17, 32], // MXFP4
};

/** Bytes of this many weights of a type. An unknown type counts as one byte in all, so that no file is refused for it. */
function tensorBytes(type: number, weights: number): number {
  const block = blockOf[type];
  if (block === undefined) return Math.min(weights, 1);
  return Math.ceil(weights / block[1]) * block[0];
}
