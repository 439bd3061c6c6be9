import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { workplace } from "./fixtures/workplace.ts";

/** One name to whoever looks: accents in one character and in two, blanks of several kinds. */
const composed = "r\u00e9sum\u00e9.txt";
const decomposed = "re\u0301sume\u0301.txt";
const screenshot = "Screenshot 2026-11-28 at 9.41\u202fAM.txt";
const typed = "Screenshot 2026-11-28 at 9.41 AM.txt";

describe("a name that is the same to the eye", () => {
  it.each([
    [composed, decomposed],
    [decomposed, composed],
    [screenshot, typed],
    ["two  blanks.txt", "two blanks.txt"],
    ["no\u00a0break.txt", " no break.txt "],
  ])("finds the file that is there: %j by %j", async (there, asked) => {
    const place = await workplace();
    await place.put(there, "inside\n");
    const found = await place.run("read", { path: asked });
    expect(found).toMatchObject({ outcome: "ok", content: "inside", seen: [{ path: there }] });
    expect((await place.run("search", { pattern: "inside", path: asked })).content).toContain("1: inside");
    const edited = await place.run("edit", { path: asked, old: "inside", new: "changed" });
    expect(edited).toMatchObject({ outcome: "ok", changes: [{ path: there }] });
    expect(await readdir(place.root)).toEqual([there]);
  });

  it("makes no twin: the file that is there has to be read first, and a new one goes into the folder that is there", async () => {
    const place = await workplace();
    await place.put(composed, "mine\n");
    await mkdir(join(place.root, "My\u00a0notes"));
    expect(await place.run("write", { path: decomposed, content: "other" })).toMatchObject({
      outcome: "error",
      content: expect.stringContaining("already exists"),
    });
    expect(await place.run("write", { path: "My notes/new.txt", content: "new" })).toMatchObject({
      changes: [{ path: "My\u00a0notes/new.txt" }],
    });
    expect((await readdir(place.root)).sort()).toEqual(["My\u00a0notes", composed]);
  });

  it("is the exact one where that exists, and nobody's where several are alike", async () => {
    const place = await workplace();
    await place.put(composed, "one");
    await place.put(decomposed, "two");
    expect((await place.run("read", { path: composed })).content).toBe("one");
    expect((await place.run("read", { path: decomposed })).content).toBe("two");
    const neither = await place.run("read", { path: " r\u00e9sume\u0301.txt" });
    expect(neither).toMatchObject({ outcome: "error", content: expect.stringContaining("Several names") });
  });

  it("leads nowhere that the name itself would not lead", async () => {
    const place = await workplace();
    await writeFile(join(place.outer, "secret.txt"), "SECRET");
    await symlink(join(place.outer, "secret.txt"), join(place.root, composed));
    const { content } = await place.run("read", { path: decomposed });
    expect(content).toContain("is outside the workspace");
  });
});
