import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { checkModelFile } from "../../src/engine/model-file.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const u32 = (value: number) => Buffer.from(new Uint32Array([value]).buffer);
const u64 = (value: number) => Buffer.from(new BigUint64Array([BigInt(value)]).buffer);
const text = (value: string) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);

/** One tensor of 64 bytes at offset 96, and entries of several kinds. */
const header = Buffer.concat([
  ...[Buffer.from("GGUF"), u32(3), u64(1), u64(4)],
  ...[text("general.name"), u32(8), text("A model")],
  ...[text("general.architecture"), u32(8), text("llama")],
  ...[text("tokens"), u32(9), u32(8), u64(2), text("a"), text("é")],
  ...[text("scores"), u32(9), u32(6), u64(3), Buffer.alloc(12)],
  ...[text("weight"), u32(1), u64(16), u32(0), u64(96)],
]);
const ending = Math.ceil(header.length / 32) * 32 + 96 + 64;
const whole = Buffer.concat([header, Buffer.alloc(ending - header.length)]);

describe("checking a model's file", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  async function check(content: Buffer) {
    const path = join(folder, "m.gguf");
    await writeFile(path, content);
    return checkModelFile(path);
  }

  it("tells the name that the model has for itself", async () => {
    expect(await check(whole)).toEqual({ bytes: whole.length, name: "A model", architecture: "llama" });
  });

  it.each([
    ["not_gguf", Buffer.from("NOTA model, whatever the name of the file says")],
    ["not_gguf", Buffer.from("GG")],
    ["not_gguf", Buffer.alloc(0)],
    ["truncated", whole.subarray(0, 60)],
    ["truncated", whole.subarray(0, header.length + 64)],
    ["truncated", whole.subarray(0, ending - 1)],
    ["damaged", Buffer.concat([header.subarray(0, 16), u64(2 ** 40), u64(2 ** 50), Buffer.alloc(100)])],
  ])("refuses a file that is %s", async (reason, content) => {
    await expect(check(content)).rejects.toMatchObject({ code: "model_file_invalid", params: { reason } });
  });

  it("takes a file whose tensors are of a kind it does not know, and one that goes on behind its last tensor", async () => {
    const unknown = Buffer.from(whole);
    unknown.writeUInt32LE(200, header.length - 12);
    expect(await check(unknown.subarray(0, ending - 60))).toMatchObject({ name: "A model" });
    expect(await check(Buffer.concat([whole, Buffer.alloc(7)]))).toMatchObject({ name: "A model" });
  });

  it("refuses what is no file", async () => {
    await expect(checkModelFile(folder)).rejects.toMatchObject({ params: { reason: "not_a_file" } });
    await expect(checkModelFile(join(folder, "gone"))).rejects.toMatchObject({
      params: { reason: "not_found" },
    });
  });
});
