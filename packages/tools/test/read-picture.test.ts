import { describe, expect, it } from "vitest";
import { workplace } from "./fixtures/workplace.ts";

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** The same header, of a picture that has so many pixels a side. */
function sided(width: number, height: number): Buffer {
  const bytes = Buffer.from(pixel);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

async function reading(bytes: Buffer, sees: boolean) {
  const place = await workplace();
  await place.put("shot.png", bytes);
  const read = place.tools.find(({ spec }) => spec.name === "read");
  return read?.run(
    { path: "shot.png" },
    {
      workspace: place.root,
      outputLimit: 8000,
      lastSeen: () => undefined,
      show: () => {},
      cancel: place.cancel.signal,
      callName: "s1-c1",
      sees: async () => sees,
    },
  );
}

describe("reading a picture", () => {
  it("gives it to a model that sees, by the name of its bytes", async () => {
    expect(await reading(pixel, true)).toMatchObject({
      outcome: "ok",
      content: `shot.png is a picture (image/png, 1 x 1 pixels, ${pixel.length} bytes).`,
      images: [{ mediaType: "image/png", width: 1, height: 1, bytes: pixel.length }],
    });
  });

  it("says what it is to one that does not", async () => {
    const answer = await reading(pixel, false);
    expect(answer).toMatchObject({
      outcome: "error",
      content: expect.stringContaining("You cannot see pictures here."),
    });
    expect(answer).not.toHaveProperty("images");
  });

  it.each([
    ["pixels", sided(10_000, 10_000)],
    ["bytes", Buffer.concat([pixel, Buffer.alloc(6 * 1024 * 1024)])],
  ])("refuses one of too many %s", async (_, bytes) => {
    expect(await reading(bytes, true)).toMatchObject({
      outcome: "error",
      content: expect.stringContaining("too large to show. Make a smaller copy with shell."),
    });
  });
});
