import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { fileBlobs, keptPictures } from "../src/index.ts";

const zeros = (count: number) => Array<number>(count).fill(0);
const png = Buffer.from([
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
  ...[0, 0, 1, 0x40, 0, 0, 0, 0xf0, 8, 6, 0, 0, 0],
]);
const jpeg = Buffer.from([
  ...[0xff, 0xd8, 0xff, 0xe0, 0, 6, ...zeros(4), 0xff, 0xc4, 0, 4, 0, 0],
  ...[0xff, 0xc2, 0, 17, 8, 0, 0xf0, 1, 0x40, 3, ...zeros(9)],
]);
const gif = Buffer.from([...Buffer.from("GIF89a"), 0x40, 1, 0xf0, 0, 0, 0, 0]);
const webp = Buffer.from([...Buffer.from("RIFF"), 4, 0, 0, 0, ...Buffer.from("WEBPVP8 ")]);

async function album() {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-pictures-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { folder, pictures: keptPictures(fileBlobs(folder)) };
}

const sent = <Type extends string>(mediaType: Type, bytes: Buffer) => ({
  mediaType,
  base64: bytes.toString("base64"),
});

describe("pictures on disk", () => {
  it("are kept once under the hash of their bytes, with their size, and read back as they came", async () => {
    const { folder, pictures } = await album();
    const first = await pictures.keep(sent("image/png", png));
    expect(first).toMatchObject({ mediaType: "image/png", bytes: png.length, width: 320, height: 240 });
    expect(await pictures.keep(sent("image/png", png))).toEqual(first);
    expect(await readdir(folder)).toHaveLength(1);
    expect(await pictures.read(first.blob)).toBe(png.toString("base64"));
    expect(await pictures.keep(sent("image/jpeg", jpeg))).toMatchObject({ width: 320, height: 240 });
    expect(await pictures.keep(sent("image/gif", gif))).toMatchObject({ width: 320, height: 240 });
    expect(await pictures.keep(sent("image/webp", webp))).not.toHaveProperty("width");
  });

  it.each([
    ["a text", "image/png", Buffer.from("<svg onload=alert(1)>")],
    ["another kind", "image/jpeg", png],
    ["next to nothing", "image/png", png.subarray(0, 5)],
  ] as const)("are refused when their bytes are %s, and nothing is kept", async (_, mediaType, bytes) => {
    const { folder, pictures } = await album();
    await expect(pictures.keep(sent(mediaType, bytes))).rejects.toMatchObject({ code: "invalid_request" });
    expect(await readdir(folder)).toEqual([]);
  });

  it("end anywhere without harm", async () => {
    const { pictures } = await album();
    for (let length = 12; length < jpeg.length; length++) {
      const kept = await pictures.keep(sent("image/jpeg", jpeg.subarray(0, length)));
      expect(kept.bytes).toBe(length);
    }
  });

  it("are not looked for under names that are none", async () => {
    const { pictures } = await album();
    expect(await pictures.read("../../etc/passwd")).toBeUndefined();
    expect(await pictures.read("a".repeat(64))).toBeUndefined();
  });
});
