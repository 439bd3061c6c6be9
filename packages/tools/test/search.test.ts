import { describe, expect, it } from "vitest";
import { workplace } from "./fixtures/workplace.ts";

describe("searching", () => {
  it("groups hits by file, in the order of paths, with line numbers", async () => {
    const place = await workplace();
    await place.put("src/b.ts", "const kite = 1;\nlet x;\n\tkite();\n");
    await place.put("src/a.ts", "// kite\n");
    await place.put(".github/ci.yml", "kite: true\n");
    await place.put(".git/config", "kite\n");
    expect(await place.run("search", { pattern: "kite" })).toEqual({
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

  it("answers that there is nothing when there is nothing", async () => {
    const place = await workplace();
    expect(await place.run("search", { pattern: "nothing" })).toEqual({
      outcome: "ok",
      content: "No matches.",
    });
    expect((await place.run("search", { pattern: "", glob: "*.zig" })).content).toBe("No files match.");
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

  it("is not stopped by a regex that makes others backtrack for ever", async () => {
    const place = await workplace();
    await place.put("a.txt", `${"a".repeat(40)}!\n`);
    expect((await place.run("search", { pattern: "(a+)+$" })).content).toBe("No matches.");
  });

  it("ends at once when the user stops it, and says when the program is missing", async () => {
    const place = await workplace();
    place.cancel.abort();
    expect((await place.run("search", { pattern: "x" })).outcome).toBe("error");
    const without = await workplace({ ripgrepPath: "/nowhere/rg" });
    expect((await without.run("search", { pattern: "x" })).content).toMatch(/could not be started.*grep/);
  });
});
