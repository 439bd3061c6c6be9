import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { extraRoots, fileBlobs, fileRestorer } from "../src/index.ts";
import { bundledWorker } from "./fixtures/bundled-worker.ts";
import { workplace } from "./fixtures/workplace.ts";

/** A folder of the user's beside the workspace, and one that is nobody's business. */
async function withNotes() {
  const aside = await realpath(await mkdtemp(join(tmpdir(), "kestrel-roots-")));
  onTestFinished(() => rm(aside, { recursive: true, force: true }));
  const notes = join(aside, "notes");
  await mkdir(join(notes, "sub"), { recursive: true });
  await mkdir(join(aside, "other"));
  await writeFile(join(notes, "todo.md"), "buy milk\n");
  await writeFile(join(aside, "other", "secret"), "SECRET");
  await symlink(join(aside, "other"), join(notes, "out"));
  await symlink(join(aside, "other", "secret"), join(notes, "out-file"));
  execFileSync("/usr/bin/mkfifo", [join(notes, "fifo")]);
  return { aside, notes, place: await workplace({ extraRoots: [notes] }) };
}

describe("a folder that the user opened beside the workspace", () => {
  it("is read, searched and changed by its absolute path, which is what people and rules are told", async () => {
    const { notes, place } = await withNotes();
    const path = join(notes, "todo.md");
    expect(await place.run("read", { path })).toMatchObject({ outcome: "ok", seen: [{ path }] });
    expect((await place.run("read", { path: notes })).content).toContain("todo.md");
    expect((await place.run("search", { pattern: "milk", path: notes })).content).toBe(
      `${path}\n1: buy milk`,
    );
    const assessed = await place.assess("edit", { path, old: "milk", new: "bread" });
    expect(assessed).toMatchObject({ risk: "edit", places: [path], preview: { path } });
    expect(assessed.reasons).toEqual(["changes_file"]);
    const { changes } = await place.run("edit", { path, old: "milk", new: "bread" });
    expect(changes).toMatchObject([{ path }]);
    expect(await readFile(path, "utf8")).toBe("buy bread\n");
    expect((await place.run("write", { path: join(notes, "new/a.md"), content: "a" })).outcome).toBe("ok");
    expect((await place.assess("write", { path: join(notes, ".envrc"), content: "x" })).reasons).toContain(
      "protected_path",
    );
    const looks = await place.assess("shell", { command: `cat ${path}` });
    expect(looks).toMatchObject({ risk: "read", places: [path] });
  });

  it("is put back like the workspace", async () => {
    const { notes, place } = await withNotes();
    const path = join(notes, "todo.md");
    await place.run("read", { path });
    const { changes = [] } = await place.run("edit", { path, old: "milk", new: "bread" });
    const restorer = fileRestorer({
      blobs: fileBlobs(join(place.outer, "data", "blobs")),
      extraRoots: [notes],
      workerProgram: await bundledWorker(),
    });
    const [{ before = "", after = "" } = {}] = changes;
    const wanted = [{ path, wanted: { hash: before }, left: { hash: after } }];
    const restored = await restorer.restore(place.root, wanted);
    expect(restored).toMatchObject({ files: [{ path, action: "changed" }], refused: [] });
    expect(await readFile(path, "utf8")).toBe("buy milk\n");
  });

  it.each(["out/secret", "out-file", "fifo", "../other/secret", "sub/../../other/secret", "../notes-evil/x"])(
    "is left by no %s",
    async (inner) => {
      const { notes, place } = await withNotes();
      for (const [tool, more] of [
        ["read", {}],
        ["search", { pattern: "." }],
        ["edit", { old: "SECRET", new: "x" }],
        ["write", { content: "x" }],
      ] as const) {
        const { outcome, content } = await place.run(tool, { path: `${notes}/${inner}`, ...more });
        expect(`${tool} ${outcome} ${content}`).not.toMatch(/ ok |SECRET/);
      }
    },
  );

  it("is reached by no relative path, and by none where nobody opened it", async () => {
    const { notes, place } = await withNotes();
    const closed = await workplace();
    expect((await place.run("read", { path: `../../${notes.slice(5)}/todo.md` })).outcome).toBe("error");
    expect((await closed.run("read", { path: join(notes, "todo.md") })).outcome).toBe("error");
  });

  it("is never left while one of its folders is swapped for a link", async () => {
    const { aside, notes, place } = await withNotes();
    await writeFile(join(notes, "sub", "secret"), "harmless");
    let swapping = true;
    const swapper = (async () => {
      while (swapping) {
        await rename(join(notes, "sub"), join(notes, "kept"));
        await symlink(join(aside, "other"), join(notes, "sub")).catch(() => {});
        await rm(join(notes, "sub"), { recursive: true });
        await rename(join(notes, "kept"), join(notes, "sub")).catch(() => {});
        await mkdir(join(notes, "sub"), { recursive: true });
        await rm(join(notes, "kept"), { recursive: true, force: true });
      }
    })();
    for (let round = 0; round < 100; round += 1) {
      const { content } = await place.run("read", { path: join(notes, "sub", "secret") });
      expect(content).not.toMatch(/SECRET/);
      await place.run("write", { path: join(notes, "sub", `new-${round}`), content: "escaped" });
    }
    swapping = false;
    await swapper;
    expect(execFileSync("ls", ["-A", join(aside, "other")], { encoding: "utf8" })).toBe("secret\n");
  });
});

describe("the setting permission.roots", () => {
  it("gives real paths, and refuses what nobody means to open, each with its own reason", async () => {
    const { aside, notes } = await withNotes();
    const home = join(aside, "home");
    await mkdir(join(home, "notes"), { recursive: true });
    await mkdir(join(home, ".ssh"));
    await mkdir(join(home, ".kestrel-data", "blobs"), { recursive: true });
    await symlink(join(home, "notes"), join(aside, "link"));
    await symlink("/", join(aside, "sly"));
    const ground = { home, closed: [join(home, ".kestrel-data")], place: { file: "config.toml" } };
    expect(extraRoots(["~/notes", join(aside, "link"), notes], ground)).toEqual([join(home, "notes"), notes]);
    const refused: [string, string][] = [
      [join(aside, "nowhere"), "root_missing"],
      [join(notes, "todo.md"), "root_missing"],
      ["notes", "root_missing"],
      ["/", "root_too_wide"],
      [join(aside, "sly"), "root_too_wide"],
      ["~", "root_too_wide"],
      ["~/", "root_too_wide"],
      [aside, "root_too_wide"],
      ["/proc", "root_too_wide"],
      ["~/.kestrel-data", "root_own"],
      ["~/.kestrel-data/blobs", "root_own"],
      ["~/.ssh", "root_secret"],
    ];
    for (const [got, expected] of refused)
      expect(() => extraRoots([got], ground), got).toThrow(
        expect.objectContaining({
          code: "config_invalid",
          params: { file: "config.toml", key: "permission.roots", expected, got },
        }),
      );
  });
});
