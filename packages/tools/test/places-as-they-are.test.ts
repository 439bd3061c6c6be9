import { spawnSync } from "node:child_process";
import { link, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { workplace } from "./fixtures/workplace.ts";

/** Whether something could be mounted on `target`; taken off again when the test ends. */
function mounted(source: string, target: string, ...options: string[]): boolean {
  if (spawnSync("mount", ["--bind", source, target]).status !== 0) return false;
  onTestFinished(() => void spawnSync("umount", ["-l", target]));
  return options.every((option) => spawnSync("mount", ["-o", `remount,bind,${option}`, target]).status === 0);
}

describe("a place that is not as others", () => {
  it("is a hard link: the answer says that the other names keep the old text", async () => {
    const place = await workplace();
    const one = await place.put("one.txt", "text\n");
    await link(one, join(place.root, "two.txt"));
    await place.run("read", { path: "one.txt" });
    const { content } = await place.run("edit", { path: "one.txt", old: "text", new: "words" });
    expect(content).toMatch(/The file had 2 names \(hard links\): only this one has the new text/);
    expect([await place.text("one.txt"), await place.text("two.txt")]).toEqual(["words\n", "text\n"]);
    const again = await place.run("edit", { path: "one.txt", old: "words", new: "text" });
    expect(again.content).not.toContain("hard links");
  });

  it("is a file that something is mounted on: it is written over, and stays the same file", async (test) => {
    const place = await workplace();
    const file = await place.put("config.json", '{ "a": 1 }\n');
    const source = join(place.outer, "source.json");
    spawnSync("cp", [file, source]);
    if (!mounted(source, file)) return test.skip("mounting is not allowed here");
    const { ino } = await stat(source);
    await place.run("read", { path: "config.json" });
    expect(await place.run("edit", { path: "config.json", old: "1", new: "20" })).toMatchObject({
      outcome: "ok",
    });
    expect(await readFile(source, "utf8")).toBe('{ "a": 20 }\n');
    expect((await stat(file)).ino).toBe(ino);
    await place.run("write", { path: "config.json", content: "{}" });
    expect(await readFile(source, "utf8")).toBe("{}");
  });

  it("is a read-only folder: a file in it that may be written is, and nothing new is promised", async (test) => {
    const place = await workplace();
    const file = await place.put("fixed/open.txt", "one\n");
    await place.put("fixed/closed.txt", "one\n");
    const folder = join(place.root, "fixed");
    const source = join(place.outer, "source.txt");
    spawnSync("cp", [file, source]);
    if (!mounted(folder, folder, "ro") || !mounted(source, file))
      return test.skip("mounting is not allowed here");
    for (const path of ["fixed/open.txt", "fixed/closed.txt"]) await place.run("read", { path });
    expect(await place.run("edit", { path: "fixed/open.txt", old: "one", new: "two" })).toMatchObject({
      outcome: "ok",
    });
    expect(await readFile(source, "utf8")).toBe("two\n");
    expect(await place.run("edit", { path: "fixed/closed.txt", old: "one", new: "two" })).toEqual({
      outcome: "error",
      content: "That place is read-only.",
    });
    expect(await place.run("write", { path: "fixed/new.txt", content: "new" })).toEqual({
      outcome: "error",
      content: "The folder fixed is read-only here (EROFS): nothing can be made in it.",
    });
  });
});
