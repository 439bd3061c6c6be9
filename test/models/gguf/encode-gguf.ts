import { ByteWriter } from "./byte-writer.ts";
import type { Tensor } from "./tensor.ts";

type Scalar =
  | { kind: "u32"; value: number }
  | { kind: "f32"; value: number }
  | { kind: "flag"; value: boolean }
  | { kind: "text"; value: string };

export type MetadataValue =
  | Scalar
  | { kind: "texts"; value: readonly string[] }
  | { kind: "integers"; value: readonly number[] };

export type Metadata = Record<string, MetadataValue>;

export const u32 = (value: number): MetadataValue => ({ kind: "u32", value });
export const f32 = (value: number): MetadataValue => ({ kind: "f32", value });
export const flag = (value: boolean): MetadataValue => ({ kind: "flag", value });
export const text = (value: string): MetadataValue => ({ kind: "text", value });
export const texts = (value: readonly string[]): MetadataValue => ({ kind: "texts", value });
export const integers = (value: readonly number[]): MetadataValue => ({ kind: "integers", value });

/** Type numbers of the GGUF specification, version 3. */
const typeNumber = { u32: 4, i32: 5, f32: 6, flag: 7, text: 8, array: 9 };
const alignment = 32;

/** A whole GGUF file, version 3. The same input gives the same bytes. */
export function encodeGguf(metadata: Metadata, tensors: readonly Tensor[]): Uint8Array {
  const file = new ByteWriter();
  file.bytes(new TextEncoder().encode("GGUF"));
  file.u32(3);
  file.u64(tensors.length);
  file.u64(Object.keys(metadata).length);
  for (const [key, entry] of Object.entries(metadata)) {
    file.text(key);
    writeValue(file, entry);
  }
  let offset = 0;
  for (const { name, shape, kind, bytes } of tensors) {
    file.text(name);
    file.u32(shape.length);
    for (const extent of shape) file.u64(extent);
    file.u32(kind === "f32" ? 0 : 1);
    file.u64(offset);
    offset += Math.ceil(bytes.length / alignment) * alignment;
  }
  file.pad(alignment);
  for (const { bytes } of tensors) {
    file.bytes(bytes);
    file.pad(alignment);
  }
  return file.finished();
}

function writeValue(file: ByteWriter, entry: MetadataValue): void {
  switch (entry.kind) {
    case "texts":
      writeArrayHead(file, typeNumber.text, entry.value.length);
      for (const value of entry.value) file.text(value);
      return;
    case "integers":
      writeArrayHead(file, typeNumber.i32, entry.value.length);
      for (const value of entry.value) file.i32(value);
      return;
    default:
      file.u32(typeNumber[entry.kind]);
      writeScalar(file, entry);
  }
}

function writeScalar(file: ByteWriter, { kind, value }: Scalar): void {
  if (kind === "u32") file.u32(value);
  else if (kind === "f32") file.f32(value);
  else if (kind === "flag") file.flag(value);
  else file.text(value);
}

function writeArrayHead(file: ByteWriter, type: number, length: number): void {
  file.u32(typeNumber.array);
  file.u32(type);
  file.u64(length);
}
