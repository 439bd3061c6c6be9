import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import {
  beginsWithPicture,
  onlyPictures,
  picturesInside,
  picturesNamed,
  readPictures,
} from "../../src/repl/named-pictures.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d", "hex");

it.each<[string, string[]]>([
  ["what is @shot.png?", ["/w/shot.png"]],
  ["@a/b.jpg and @a/b.jpg, (@c.gif)", ["/w/a/b.jpg", "/w/c.gif"]],
  ["/tmp/My\\ shot.png what is it", ["/tmp/My shot.png"]],
  ["'/tmp/My shot.PNG'", ["/tmp/My shot.PNG"]],
  ["file:///tmp/My%20shot.webp", ["/tmp/My shot.webp"]],
  ["~/a.jpeg ./b.png", [join(homedir(), "a.jpeg"), "/w/b.png"]],
  ["file:///a%2Fb.png file:///%ff.png and /c.png", ["/c.png"]],
  ["convert logo.png to logo.webp", []],
  ["https://example.org/a.png and me@example.org/a.png", []],
  ["@notes.png.txt @a.pngs", []],
])("finds in %j the pictures that are meant to be seen", (text, paths) => {
  expect(picturesNamed(text, "/w")).toEqual(paths);
});

it("takes a dropped path at the beginning for no command", () => {
  expect(["/tmp/a.png x", "'/tmp/a b.png'", "/help", "/undo @a.png"].map(beginsWithPicture)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it("attaches what is a picture and within the bounds; the rest stays words", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-pictures-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const put = async (name: string, bytes: Buffer) => {
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  };
  const words = await put("words.png", Buffer.from("no picture"));
  const large = await put("large.png", Buffer.concat([png, Buffer.alloc(6 * 1_048_576)]));
  const small = await Promise.all([1, 2, 3, 4, 5].map((at) => put(`${at}.png`, png)));
  const { images, names, refused } = await readPictures([words, join(folder, "none.png"), large, ...small]);
  expect({ names, refused }).toEqual({
    names: ["1.png", "2.png", "3.png", "4.png"],
    refused: ["large.png", "5.png"],
  });
  expect(images[0]).toEqual({ mediaType: "image/png", base64: png.toString("base64") });
});

it("reads a long message without a name in it as quickly as a short one", () => {
  const long = "(/".repeat(100_000);
  const before = performance.now();
  expect(picturesNamed(long, "/w")).toEqual([]);
  expect(beginsWithPicture(long)).toBe(false);
  expect(performance.now() - before).toBeLessThan(10_000);
}, 60_000);

it("tells a drop from a page that names pictures", () => {
  const drops = ["/tmp/a.png ", "'/tmp/My shot.png' /tmp/My\\ b.jpg\n", "see ~/Pictures/passport.jpg"];
  expect(drops.map(onlyPictures)).toEqual([true, true, false]);
});

it("leaves out of a pasted page what lies elsewhere, behind a link too", async () => {
  const home = await realpath(await mkdtemp(join(tmpdir(), "kestrel-pictures-")));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const folder = join(home, "work");
  await mkdir(folder);
  await writeFile(join(home, "passport.jpg"), png);
  await writeFile(join(folder, "..shot.png"), png);
  await symlink(join(home, "passport.jpg"), join(folder, "logo.png"));
  const page = `Look:\n@logo.png @../passport.jpg ${home}/passport.jpg ./none.png ./..shot.png`;
  expect(await picturesInside(picturesNamed(page, folder), folder)).toEqual([join(folder, "..shot.png")]);
});
