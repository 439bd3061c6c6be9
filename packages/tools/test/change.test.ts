import { chmod, mkdir, readdir, readFile, stat, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashOf } from "../src/place/file-content.ts";
import { type Workplace, workplace } from "./fixtures/workplace.ts";

const blob = (place: Workplace, hash: string) =>
  readFile(join(place.outer, "data", "blobs", hash.slice(0, 2), hash.slice(2)));

describe("editing", () => {
  it("changes what was read, says where, and keeps both versions", async () => {
    const place = await workplace();
    const path = await place.put("src/a.ts", "one\ntwo\nthree\nfour\n");
    await chmod(path, 0o751);
    await place.run("read", { path: "src/a.ts" });
    const edit = { path: "src/a.ts", old: "two", new: "2\n2.5" };
    expect(await place.assess("edit", edit)).toMatchObject({
      risk: "edit",
      reasons: ["changes_file"],
      preview: {
        path: "src/a.ts",
        diff: "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,4 +1,5 @@\n one\n-two\n+2\n+2.5\n three\n four\n",
      },
    });
    const result = await place.run("edit", edit);
    expect(result.content).toBe(
      "Edited src/a.ts, lines 2-3 (2 lines added, 1 removed):\n1: one\n2: 2\n3: 2.5\n4: three\n5: four",
    );
    expect(await place.text("src/a.ts")).toBe("one\n2\n2.5\nthree\nfour\n");
    expect((await stat(path)).mode & 0o777).toBe(0o751);
    const [change] = result.changes ?? [];
    expect(change).toMatchObject({ path: "src/a.ts", added: 2, removed: 1 });
    expect((await blob(place, change?.before ?? "")).toString()).toBe("one\ntwo\nthree\nfour\n");
    expect(hashOf(await blob(place, change?.after ?? ""))).toBe(change?.after);
    expect((await place.run("edit", { path: "src/a.ts", old: "four", new: "4" })).outcome).toBe("ok");
    expect(await readdir(join(place.root, "src"))).toEqual(["a.ts"]);
  });

  it("says that a line stays, empty, whose text was taken out without its line break", async () => {
    const place = await workplace();
    await place.put("a.txt", "one\ntwo\nthree\n");
    await place.run("read", { path: "a.txt" });
    const emptied = await place.run("edit", { path: "a.txt", old: "two", new: "" });
    expect(emptied.content).toMatch(
      /Line 2 is empty now\. To remove a line, end `old` with its line break\.$/,
    );
    expect(await place.text("a.txt")).toBe("one\n\nthree\n");
    const removed = await place.run("edit", { path: "a.txt", old: "one\n", new: "" });
    expect(removed.content).not.toContain("empty");
    expect(await place.text("a.txt")).toBe("\nthree\n");
  });

  it("is refused before a read, with what a small file says, and the next try may then succeed", async () => {
    const place = await workplace();
    await place.put("a.txt", "one\n");
    const edit = { path: "a.txt", old: "one", new: "two" };
    const refused = await place.run("edit", edit);
    expect(refused).toMatchObject({ outcome: "error", content: expect.stringContaining("It says:\none\n") });
    expect(await place.text("a.txt")).toBe("one\n");
    expect(await place.run("edit", edit)).toMatchObject({ outcome: "ok" });
  });

  it("is refused before a read of a longer file, by name of the call to make, and nobody is asked", async () => {
    const place = await workplace();
    await place.put("a.txt", `one\n${"more\n".repeat(2_000)}`);
    const edit = { path: "a.txt", old: "one", new: "two" };
    const refused = {
      outcome: "error",
      content: 'Read a.txt first: call read with {"path": "a.txt"}, then edit.',
    };
    expect(await place.run("edit", edit)).toMatchObject(refused);
    expect((await place.assess("edit", edit)).refused).toMatchObject(refused);
    expect(await place.text("a.txt")).toMatch(/^one\n/);
    expect((await place.run("edit", { ...edit, path: "other.md" })).content).toBe(
      "There is no other.md. Files here: a.txt. A new file is made with write.",
    );
  });

  it("is refused when the file changed since, with what it says now; the next try may then succeed", async () => {
    const place = await workplace();
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`).with(49, "the lamp is lit");
    await place.put("a.txt", lines.with(50, "the door is open").join("\n"));
    await place.run("read", { path: "a.txt" });
    const changed = lines.with(50, "the door is shut").join("\n");
    await place.put("a.txt", changed);
    const old = "the lamp is lit\nthe door is open";
    const result = await place.run("edit", { path: "a.txt", old, new: "x" });
    expect(result.content).toMatch(/^a\.txt has changed since you read it; nothing was written\./);
    expect(result.content).toMatch(/\n51: the door is shut\n/);
    expect(await place.text("a.txt")).toBe(changed);
    expect((await place.run("edit", { path: "a.txt", old: "the door is shut", new: "L" })).outcome).toBe(
      "ok",
    );
  });

  it("is refused when the text is not there or there twice, and the file stays", async () => {
    const place = await workplace();
    await place.put("a.txt", "x\nx\n");
    await place.run("read", { path: "a.txt" });
    expect((await place.run("edit", { path: "a.txt", old: "x", new: "y" })).outcome).toBe("error");
    expect((await place.run("edit", { path: "a.txt", old: "absent", new: "y" })).content).toMatch(
      /The file is unchanged\./,
    );
    expect(await place.text("a.txt")).toBe("x\nx\n");
    expect((await place.run("edit", { path: "a.txt", old: "x", new: "y", all: true })).outcome).toBe("ok");
    expect(await place.text("a.txt")).toBe("y\ny\n");
  });

  it("keeps every other byte: mark, carriage returns, no final newline", async () => {
    const place = await workplace();
    await place.put("dos.txt", "\ufeffone\r\ntwo\r\nthree");
    await place.run("read", { path: "dos.txt" });
    await place.run("edit", { path: "dos.txt", old: "two", new: "2" });
    expect(await place.text("dos.txt")).toBe("\ufeffone\r\n2\r\nthree");
  });

  it("leaves alone what is damaged text", async () => {
    const place = await workplace();
    const bytes = Buffer.concat([Buffer.from("é, caf"), Buffer.from([0xe9, 0x0a])]);
    await place.put("broken.txt", bytes);
    await place.run("read", { path: "broken.txt" });
    expect((await place.run("edit", { path: "broken.txt", old: "caf", new: "x" })).content).toMatch(
      /not UTF-8/,
    );
    expect(await readFile(join(place.root, "broken.txt"))).toEqual(bytes);
  });

  it("goes through a link inside to the file itself, and the link stays", async () => {
    const place = await workplace();
    await place.put("real.txt", "one");
    await symlink("real.txt", join(place.root, "link.txt"));
    await place.run("read", { path: "real.txt" });
    expect((await place.run("edit", { path: "link.txt", old: "one", new: "two" })).changes?.[0]?.path).toBe(
      "real.txt",
    );
    expect(await place.text("real.txt")).toBe("two");
  });

  it("sweeps away what a crash left, and not what is being written", async () => {
    const place = await workplace();
    const old = await place.put(".kestrel-0123456789ab.tmp", "half");
    await place.put(".kestrel-ba9876543210.tmp", "fresh");
    await utimes(old, new Date(0), new Date(0));
    await place.run("write", { path: "a.txt", content: "x" });
    expect((await readdir(place.root)).sort()).toEqual([".kestrel-ba9876543210.tmp", "a.txt"]);
  });
});

describe("writing", () => {
  it("creates a file with its folders", async () => {
    const place = await workplace();
    const write = { path: "a/b/c.txt", content: "one\ntwo\n" };
    expect(await place.assess("write", write)).toMatchObject({
      risk: "edit",
      reasons: ["creates_file"],
      preview: { path: "a/b/c.txt", diff: "--- /dev/null\n+++ b/a/b/c.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n" },
    });
    const result = await place.run("write", write);
    expect(result).toMatchObject({ outcome: "ok", content: "Created a/b/c.txt (2 lines)." });
    expect(result.changes?.[0]).toMatchObject({ before: undefined, added: 2, removed: 0 });
    expect(await place.text("a/b/c.txt")).toBe("one\ntwo\n");
    expect((await place.run("edit", { path: "a/b/c.txt", old: "two", new: "2" })).outcome).toBe("ok");
  });

  it("replaces only what was read and is still the same", async () => {
    const place = await workplace();
    await place.put("a.txt", "one\n");
    expect((await place.run("write", { path: "a.txt", content: "x" })).content).toMatch(
      /^a\.txt already exists\. Call read/,
    );
    await place.run("read", { path: "a.txt" });
    await place.put("a.txt", "other\n");
    expect((await place.run("write", { path: "a.txt", content: "x" })).content).toMatch(/has changed since/);
    await place.run("read", { path: "a.txt" });
    expect((await place.run("write", { path: "a.txt", content: "x" })).content).toBe(
      "Replaced a.txt (1 line added, 1 removed).",
    );
    expect(await place.text("a.txt")).toBe("x");
  });

  it("says which lines are gone where more went than came", async () => {
    const place = await workplace();
    await place.put("notes.md", "# Notes\n\n- call the plumber\n- repair the hose\n");
    await place.run("read", { path: "notes.md" });
    expect((await place.run("write", { path: "notes.md", content: "- repair the hose\n" })).content).toBe(
      "Replaced notes.md (0 lines added, 3 removed). Among the lines that are gone: # Notes | - call the plumber",
    );
  });

  it("empties no file that holds text", async () => {
    const place = await workplace();
    await place.put("a.txt", "one\n");
    await place.run("read", { path: "a.txt" });
    expect(await place.run("write", { path: "a.txt", content: "\n" })).toMatchObject({
      outcome: "error",
      content: expect.stringContaining('call shell with {"command": ": > a.txt"}'),
    });
    expect(await place.text("a.txt")).toBe("one\n");
    expect(await place.run("write", { path: "b.txt", content: "" })).toMatchObject({ outcome: "ok" });
  });

  it("is no mistake where the file holds that already", async () => {
    const place = await workplace();
    await place.put("a.txt", "one\n");
    await place.run("read", { path: "a.txt" });
    expect(await place.run("write", { path: "a.txt", content: "one\n" })).toMatchObject({
      outcome: "ok",
      content: expect.stringContaining("already holds exactly that"),
    });
  });

  it("keeps the line ends of a file that has CR LF alone", async () => {
    const place = await workplace();
    await place.put("a.ini", "port = 80\r\nhost = a\r\n");
    await place.put("mixed.ini", "port = 80\r\nhost = a\n");
    for (const path of ["a.ini", "mixed.ini"]) {
      await place.run("read", { path });
      await place.run("write", { path, content: "port = 90\nhost = a\n" });
    }
    expect(await place.text("a.ini")).toBe("port = 90\r\nhost = a\r\n");
    expect(await place.text("mixed.ini")).toBe("port = 90\nhost = a\n");
  });

  it("does not take a folder for a file", async () => {
    const place = await workplace();
    await place.put("src/a.ts", "");
    for (const path of ["src", "src/", ".", "src/a.ts/b"]) {
      expect((await place.run("write", { path, content: "x" })).outcome, path).toBe("error");
    }
  });

  it("shows a long and unlike replacement as a diff without brooding over it", async () => {
    const place = await workplace();
    const lines = (word: string) =>
      Array.from({ length: 20_000 }, (_, index) => `${word} ${(index * 7919) % 20_011}`).join("\n");
    await place.put("a.txt", lines("old"));
    await place.run("read", { path: "a.txt" });
    const assessment = await place.assess("write", { path: "a.txt", content: lines("new") });
    expect(assessment.preview?.diff).toMatch(
      /^--- a\/a\.txt\n\+\+\+ b\/a\.txt\n@@ -1,20000 \+1,20000 @@\n-old 0\n/,
    );
  });
});

describe("what git keeps", () => {
  it.each([
    ".git/a.py",
    ".git/config",
    ".git/hooks/pre-commit",
    ".git",
    ".GIT/hooks/x",
    ".git /config",
    ".gıt/../.git/config",
    ".ｇit/config",
    ".g\u200dit/config",
    "sub/.git/config",
    "docs/x",
    "docs/new/x",
    "elsewhere/worktrees/app/config",
  ])("%j is written by no tool, and no person is asked", async (path) => {
    const place = await workplace();
    if (path.startsWith("elsewhere")) await place.put(".git", "gitdir: elsewhere/worktrees/app\n");
    if (path.startsWith("docs")) {
      await mkdir(join(place.root, ".git/hooks"), { recursive: true });
      await symlink(".git/hooks", join(place.root, "docs"));
    }
    const assessed = await place.assess("write", { path, content: "x" });
    expect(assessed.refused?.content).toMatch(/belongs to git: only git changes it\. Nothing was written\./);
    expect((await place.run("write", { path, content: "x" })).outcome).toBe("error");
    await expect(place.text(path === ".git" ? ".git/x" : path)).rejects.toThrow();
  });

  it("is what .git names through a link, as git goes there; where Kestrel cannot tell, every change asks", async () => {
    const place = await workplace();
    await mkdir(join(place.root, "store/deep/er"), { recursive: true });
    await symlink("store/deep/er", join(place.root, "l"));
    await place.put(".git", "gitdir: l/../git\n");
    const assess = (path: string) => place.assess("write", { path, content: "x" });
    expect((await assess("store/deep/git/config")).refused?.content).toContain("belongs to git");
    expect((await assess("git/config")).refused).toBeUndefined();
    await place.put(".git", "gitdir: l/../git ");
    expect((await assess("store/deep/git /config")).reasons).toContain("protected_path");
  });

  it("is not edited either, and the file that was meant is named where it is there", async () => {
    const place = await workplace();
    for (const path of [".git/src/a.py", "src/a.py"]) await place.put(path, "old\n");
    await place.run("read", { path: ".git/src/a.py" });
    for (const [tool, more] of [
      ["edit", { old: "old", new: "new" }],
      ["write", { content: "x" }],
    ] as const) {
      const { outcome, content } = await place.run(tool, { path: ".git/src/a.py", ...more });
      expect(outcome).toBe("error");
      expect(content).toBe(
        ".git/src/a.py belongs to git: only git changes it. Nothing was written. Use src/a.py, which is there.",
      );
    }
    const { content } = await place.run("write", { path: ".git/b.py", content: "x" });
    expect(content).toContain("Use a path outside .git.");
    expect(await place.text(".git/src/a.py")).toBe("old\n");
  });
});

describe("a protected path", () => {
  it.each([
    ".gitmodules",
    ".kestrel/anything",
    "kestrel.toml",
    ".vscode/tasks.json",
    ".envrc",
    ".npmrc",
    ".mcp.json",
    ".bashrc",
    "sub/.zshrc",
  ])("%j says so whether or not it is there", async (path) => {
    const place = await workplace();
    expect((await place.assess("write", { path, content: "x" })).reasons).toContain("protected_path");
    await place.put(path, "before\n");
    await place.run("read", { path });
    const assessment = await place.assess("edit", { path, old: "before", new: "after" });
    expect(assessment.reasons).toEqual(["changes_file", "protected_path"]);
    expect(assessment.refused).toBeUndefined();
  });

  it("is known behind a link", async () => {
    const place = await workplace();
    await place.put(".vscode/tasks.json", "{}");
    await symlink(".vscode", join(place.root, "innocent"));
    expect((await place.assess("write", { path: "innocent/tasks.json", content: "x" })).reasons).toContain(
      "protected_path",
    );
    for (const path of ["src/git/config", "git", ".github/x.yml", "my.npmrc.md"]) {
      expect((await place.assess("write", { path, content: "x" })).reasons).not.toContain("protected_path");
    }
  });
});
