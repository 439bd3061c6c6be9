import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { passedOver } from "../src/search/passed-over.ts";
import { workplace } from "./fixtures/workplace.ts";

describe("searching", () => {
  it("groups hits by file, in the order of paths, with line numbers", async () => {
    const place = await workplace();
    await place.put("src/b.ts", "const kite = 1;\nlet x;\n\tkite();\n");
    await place.put("src/a.ts", "// kite\n");
    await place.put(".github/ci.yml", "kite: true\n");
    await place.put(".git/config", "kite\n");
    expect(await place.run("search", { pattern: "[k]ite" })).toEqual({
      outcome: "ok",
      content:
        ".github/ci.yml\n1: kite: true\nsrc/a.ts\n1: // kite\nsrc/b.ts\n1: const kite = 1;\n3:   kite();",
    });
    expect((await place.run("search", { pattern: "kite", path: "src/a.ts" })).content).toBe(
      "src/a.ts\n1: // kite",
    );
    expect((await place.run("search", { pattern: "kite", glob: "**/b.*" })).content).toMatch(
      /^src\/b\.ts\n1:/,
    );
  });

  it("waits for no pipe under the name of an ignore file, and says when one never ends", async () => {
    const place = await workplace();
    await place.put("sub/a.txt", "kite\n");
    execFileSync("mkfifo", [".gitignore", "sub/.ignore"], { cwd: place.root });
    expect((await place.run("search", { pattern: "kite" })).content).toBe("sub/a.txt\n1: kite");
    const holder = spawn("sh", ["-c", "exec 3<>.gitignore; echo held; exec sleep 600"], { cwd: place.root });
    onTestFinished(() => void holder.kill("SIGKILL"));
    await once(holder.stdout, "data");
    expect((await place.run("search", { pattern: "kite" })).content).toContain("a pipe that never ends");
  });

  it("answers that there is nothing when there is nothing", async () => {
    const place = await workplace();
    expect(await place.run("search", { pattern: "nothing" })).toEqual({
      outcome: "ok",
      content: "No matches.",
    });
    expect((await place.run("search", { pattern: "", glob: "*.zig" })).content).toBe("No files match.");
  });

  it("says what there is where nothing matches, or where the glob fits no file", async () => {
    const place = await workplace();
    await place.put("shop/cart.py", "rate = 7\n");
    await place.put("shop/tax.py", "def total(): ...\n");
    const search = async (pattern: string, glob?: string) =>
      (await place.run("search", { pattern, ...(glob !== undefined && { glob }) })).content;
    expect(await search("discount")).toBe("No matches in 2 files: shop/cart.py, shop/tax.py. Read one.");
    expect(await search("rate", "**/*.ts")).toBe(
      "No file fits **/*.ts. Without it:\nshop/cart.py\n1: rate = 7",
    );
    expect(await search("discount", "*.ts")).toBe(
      "No file fits *.ts, and nothing matches without it in 2 files: shop/cart.py, shop/tax.py. Read one.",
    );
    expect(await search("", "*.ts")).toBe("No file fits *.ts. There are 2 files: shop/cart.py, shop/tax.py.");
  });

  it("looks at no file of git's, and says where to look", async () => {
    const place = await workplace();
    await place.put(".git/HEAD", "ref: refs/heads/main\n");
    const answer = await place.run("search", { pattern: "ref", path: ".git" });
    expect(answer).toMatchObject({ outcome: "error", content: expect.stringContaining("leave path out") });
  });

  it("lists files by name when the pattern is empty", async () => {
    const place = await workplace();
    await place.put("src/deep/a.ts", "");
    await place.put("src/a.py", "");
    expect((await place.run("search", { pattern: "", glob: "**/*.ts" })).content).toBe("src/deep/a.ts");
  });

  it("takes a broken regex for plain text, and says so", async () => {
    const place = await workplace();
    await place.put("a.c", "call(foo[1);\n");
    expect((await place.run("search", { pattern: "foo[1" })).content).toBe(
      "[not a valid regex; searched as plain text]\na.c\n1: call(foo[1);",
    );
    expect((await place.run("search", { pattern: "-(", glob: "" })).content).toMatch(/No matches/);
  });

  it("finds text over several lines", async () => {
    const place = await workplace();
    await place.put("a.txt", "one\ntwo\nthree\n");
    expect((await place.run("search", { pattern: "one\ntwo" })).content).toBe("a.txt\n1: one\n2: two");
  });

  it("respects ignore files, inside a repository and outside", async () => {
    const place = await workplace();
    await place.put(".gitignore", "built/\n");
    await place.put("built/out.js", "kite\n");
    await place.put("in.js", "kite\n");
    expect((await place.run("search", { pattern: "kite" })).content).toBe("in.js\n1: kite");
  });

  it("says what is not a glob", async () => {
    const place = await workplace();
    await place.put("a.txt", "kite");
    const result = await place.run("search", { pattern: "kite", glob: "{a" });
    expect(result).toMatchObject({
      outcome: "error",
      content: expect.stringMatching(/^The glob is not valid/),
    });
  });

  it("shows a bounded part of very many hits, and how to narrow it", async () => {
    const place = await workplace({}, 3000);
    await place.put("a.txt", "kite flies high\n".repeat(1000));
    for (let index = 10; index < 99; index += 1)
      await place.put(`b${index}.txt`, `kite ${"w".repeat(1000)}\n`);
    const { content } = await place.run("search", { pattern: "kite" });
    expect(content.length).toBeLessThanOrEqual(3000);
    expect(content).toMatch(/^a\.txt\n1: kite/);
    expect(content).toMatch(/\nb10\.txt\n/);
    expect(content).toMatch(/\[only the first \d+ hits in \d+ files; narrow it/);
    const one = await place.run("search", { pattern: "kite", path: "a.txt" });
    expect(one.content).toMatch(/\[at most 25 hits of each file;/);
  });

  it("names what it passes over: files that are too large, binary ones that match, what cannot be opened", async () => {
    const place = await workplace();
    await place.put("a.txt", "kite\n");
    await place.put("large.log", "kite\n".repeat(3_500_000));
    await place.put("bin/first.dat", "\0kite\n");
    await place.put("bin/last.dat", "kite\n\0");
    await place.put("bin/none.dat", "\0\n");
    expect((await place.run("search", { pattern: "kite" })).content).toBe(
      [
        "a.txt\n1: kite",
        "[binary files that match, their lines not shown: bin/first.dat, bin/last.dat; use shell with grep -a]",
        "[not searched, over 16 MiB: large.log; search it with path]",
      ].join("\n"),
    );
    const large = await place.run("search", { pattern: "kite", path: "large.log" });
    expect(large.content).toMatch(/^large\.log\n1: kite/);
  });

  it("names what ignore files leave out where it finds nothing, and searches it when it is asked for", async () => {
    const place = await workplace();
    await place.put(".gitignore", "built/\n*.log\n");
    await place.put("built/out.js", "kite\n");
    await place.put("run.log", "kite\n");
    await place.put("in.js", "bird\n");
    await place.put(".env", "kite\n");
    expect((await place.run("search", { pattern: "kite" })).content).toBe(
      "No matches in 2 files: .gitignore, in.js. Read one.\n[left out by ignore files: built, run.log; search it with path]\n[left out: 1 known to hold secrets]",
    );
    expect((await place.run("search", { pattern: "kite", path: "built" })).content).toBe(
      "built/out.js\n1: kite",
    );
    expect((await place.run("search", { pattern: "bird" })).content).toBe("in.js\n1: bird");
  });

  it("names what could not be opened, in the words of ripgrep that say so", () => {
    const over = passedOver(
      () => false,
      (file) => file,
    );
    expect(over.take("rg: ./closed: Permission denied (os error 13)")).toBe(true);
    expect(over.take("rg: DEBUG|rg::flags::hiargs|crates/core/flags/hiargs.rs:175: using 1 thread(s)")).toBe(
      true,
    );
    expect(over.take("rg: regex parse error:")).toBe(false);
    expect(over.notes(true)).toEqual(["[could not be opened: closed]"]);
  });

  it("stays within its room with what it names, and says that there were more hits", async () => {
    const place = await workplace({}, 1500);
    for (let index = 0; index < 12; index += 1) {
      await place.put(`a${index}/${"n".repeat(90)}.bin`, "\0kite\n");
      await place.put(`b${index}.txt`, `kite ${"w".repeat(100)}\n`);
    }
    const { content } = await place.run("search", { pattern: "kite" });
    expect(content.length).toBeLessThanOrEqual(1500);
    expect(content).toMatch(/\[only the first \d hits in \d files; .*\]\n\[binary files .* and 7 more;/);
  });

  it("finds letters in files of older encodings", async () => {
    const place = await workplace();
    await place.put("new.txt", "名称 = 测试\n");
    await place.put("old/gbk.txt", Buffer.from("IyDF5NbDzsS8/gpuYW1lID0gsuLK1CAjIMSsyM/WtQo=", "base64"));
    await place.put("old/wide.txt", Buffer.from("一\n测试 ok\n", "utf16le"));
    expect((await place.run("search", { pattern: "测试" })).content).toBe(
      "new.txt\n1: 名称 = 测试\nold/gbk.txt\n2: name = 测试 # 默认值\nold/wide.txt\n2: 测试 ok",
    );
    expect((await place.run("search", { pattern: "默认值", path: "old/gbk.txt" })).content).toBe(
      "old/gbk.txt\n2: name = 测试 # 默认值",
    );
  });

  it("is not stopped by a regex that makes others backtrack for ever", async () => {
    const place = await workplace();
    await place.put("a.txt", `${"a".repeat(40)}!\n`);
    expect((await place.run("search", { pattern: "(a+)+$", path: "a.txt" })).content).toBe(
      'No matches in a.txt. Call read with {"path": "a.txt"} to see what it says.',
    );
  });

  it("ends at once when the user stops it, and says when the program is missing", async () => {
    const place = await workplace();
    place.cancel.abort();
    expect((await place.run("search", { pattern: "x" })).outcome).toBe("error");
    const without = await workplace({ ripgrepPath: "/nowhere/rg" });
    expect((await without.run("search", { pattern: "x" })).content).toMatch(/could not be started.*grep/);
    // Both at once: what ended then was the daemon, with its whole process group.
    without.cancel.abort();
    expect((await without.run("search", { pattern: "x" })).outcome).toBe("error");
  });
});
