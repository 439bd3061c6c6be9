/** Why a GGUF header could not be followed: it goes on beyond the bytes at hand, or it is not one. */
export type Extent = { kind: "extent"; bytes: number } | { kind: "needs-more" } | { kind: "not-gguf" };

/** Bytes per block and weights per block of each tensor type, by its number in ggml.h. Types not listed count as nothing. */
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
  24: [1, 1], // I8
  25: [2, 1], // I16
  26: [4, 1], // I32
  27: [8, 1], // I64
  28: [8, 1], // F64
  30: [2, 1], // BF16
};

/** Sizes of the fixed-size metadata types, by their number; 8 is a string, 9 an array. */
const sizeOf: Readonly<Record<number, number>> = {
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

class Beyond extends Error {}
class Malformed extends Error {}

/** How long a GGUF file must be for its last tensor to fit, from its first bytes. */
export function ggufExtent(head: Buffer): Extent {
  if (head.length < 24) return { kind: "not-gguf" };
  if (head.toString("latin1", 0, 4) !== "GGUF") return { kind: "not-gguf" };
  try {
    return { kind: "extent", bytes: follow(head) };
  } catch (error) {
    if (error instanceof Beyond) return { kind: "needs-more" };
    if (error instanceof Malformed) return { kind: "not-gguf" };
    throw error;
  }
}

function follow(head: Buffer): number {
  let at = 4;
  const take = (bytes: number): number => {
    const from = at;
    if (from + bytes > head.length) throw new Beyond();
    at += bytes;
    return from;
  };
  const word = (): number => head.readUInt32LE(take(4));
  const long = (): number => {
    const value = head.readBigUInt64LE(take(8));
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Malformed();
    return Number(value);
  };
  const text = (): string => {
    const length = long();
    const from = take(length);
    return length > 64 ? "" : head.toString("utf8", from, from + length);
  };
  const skip = (type: number): void => {
    const size = sizeOf[type];
    if (size !== undefined) take(size);
    else if (type === 8) take(long());
    else if (type === 9) {
      const [inner, count] = [word(), long()];
      const innerSize = sizeOf[inner];
      if (innerSize !== undefined) take(innerSize * count);
      else for (let index = 0; index < count; index++) skip(inner);
    } else throw new Malformed();
  };

  const version = word();
  if (version < 2 || version > 3) throw new Malformed();
  const [tensors, pairs] = [long(), long()];
  let alignment = 32;
  for (let pair = 0; pair < pairs; pair++) {
    const key = text();
    const type = word();
    if (key === "general.alignment" && type === 4) alignment = word() || 32;
    else skip(type);
  }
  let furthest = 0;
  for (let tensor = 0; tensor < tensors; tensor++) {
    text();
    const dimensions = word();
    if (dimensions > 8) throw new Malformed();
    let weights = 1;
    for (let dimension = 0; dimension < dimensions; dimension++) weights *= long();
    const [bytes, perBlock] = blockOf[word()] ?? [0, 1];
    furthest = Math.max(furthest, long() + Math.ceil(weights / perBlock) * bytes);
  }
  return tensors === 0 ? at : Math.ceil(at / alignment) * alignment + furthest;
}
