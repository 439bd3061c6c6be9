import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadoutShelf } from "../../src/index.ts";

/** A shelf with one of the user's, broken as it may be, and one that comes with Kestrel. */
async function givenShelf() {
  const config = await mkdtemp(join(tmpdir(), "kestrel-shelf-"));
  onTestFinished(() => rm(config, { recursive: true }));
  const [folder, ours] = [join(config, "loadouts"), join(config, "ours")];
  for (const one of [folder, ours]) await mkdir(one);
  const file = join(folder, "mine.toml");
  await writeFile(file, "persona = 7\n");
  await writeFile(join(ours, "coder.toml"), "");
  await writeFile(join(config, "secret.toml"), "token = 1\n");
  return { shelf: loadoutShelf(config, ours), folder, file };
}

it("one that is broken can be read, put aside and brought back, and never in the place of another", async () => {
  const { shelf, folder, file } = await givenShelf();
  expect(await shelf.text("mine")).toEqual({ file, text: "persona = 7\n" });
  expect(await shelf.remove("mine")).toBe(file);
  expect((await shelf.list()).map(({ name }) => name)).toEqual(["coder"]);
  await writeFile(file, "persona = 8\n");
  await expect(shelf.restore("mine")).rejects.toMatchObject({ params: { file, reason: "EEXIST" } });
  expect(await readFile(file, "utf8")).toBe("persona = 8\n");
  // Of one name the newest is kept.
  await shelf.remove("mine");
  expect(await shelf.restore("mine")).toBe(file);
  expect(await readFile(file, "utf8")).toBe("persona = 8\n");
  expect(await readdir(join(folder, "removed"))).toEqual([]);
  await expect(shelf.restore("mine")).rejects.toMatchObject({ params: { reason: "ENOENT" } });
});

it("what comes with Kestrel stays, and a path is no name", async () => {
  const { shelf } = await givenShelf();
  await expect(shelf.remove("coder")).rejects.toMatchObject({ params: { reason: "comes_with_kestrel" } });
  for (const name of ["../secret", "removed", "..", "mine.toml"]) {
    await expect(shelf.text(name)).rejects.toMatchObject({ code: "loadout_unavailable" });
    await expect(shelf.remove(name)).rejects.toMatchObject({ code: "loadout_unavailable" });
    await expect(shelf.restore(name)).rejects.toMatchObject({ code: "loadout_unavailable" });
  }
  await expect(shelf.text("codar")).rejects.toMatchObject({ params: { suggestion: "coder" } });
});
