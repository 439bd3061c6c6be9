import { describe, expect, it } from "vitest";
import { workplace } from "./fixtures/workplace.ts";

const good = "export function add(a: number, b: number) {\n  return a + b;\n}\n";
const breaking = { path: "add.ts", old: "  return a + b;\n}", new: "  return (a + b;\n}" };

describe("a change that would break a file", () => {
  it("is refused before anybody is asked, by line and token, and the file stays as it is", async () => {
    const place = await workplace();
    await place.put("add.ts", good);
    await place.run("read", { path: "add.ts" });
    const { refused } = await place.assess("edit", breaking);
    expect(refused?.outcome).toBe("error");
    expect(refused?.content).toBe(
      "That would break the syntax of add.ts. In the new text:\nline 2: the `(` here is never closed: `)` is missing\nIt would read:\n1: export function add(a: number, b: number) {\n2:   return (a + b;\n3: }\nNothing was written: the file is unchanged. Send the change again with this put right.",
    );
    expect(await place.text("add.ts")).toBe(good);
  });

  it("is made at the third attempt in a row, with a warning; a success starts the count anew", async () => {
    const place = await workplace();
    await place.put("add.ts", good);
    await place.run("read", { path: "add.ts" });
    expect((await place.run("edit", breaking)).outcome).toBe("error");
    expect((await place.assess("edit", breaking)).refused?.outcome).toBe("error");
    expect((await place.assess("edit", breaking)).refused).toBeUndefined();
    const third = await place.run("edit", breaking);
    expect(third.outcome).toBe("ok");
    expect(third.content).toMatch(/\nWarning: written as asked, though it looks broken:\nline 2: /);
    expect(await place.text("add.ts")).toContain("return (a + b;");
    expect((await place.run("write", { path: "add.ts", content: good })).outcome).toBe("ok");
    expect((await place.run("edit", breaking)).outcome).toBe("error");
  });

  it("counts by file and by session, and a call that is assessed and run counts once", async () => {
    const place = await workplace();
    const broken = "export const x = [1, 2;\n";
    for (const path of ["a.ts", "b.ts"]) {
      await place.run("write", { path, content: broken }, "s1-c1");
      expect((await place.assess("write", { path, content: broken }, "s1-c1")).refused).toBeDefined();
      expect((await place.run("write", { path, content: broken }, "s2-c1")).outcome).toBe("error");
      expect((await place.run("write", { path, content: broken }, "s1-c2")).outcome).toBe("error");
      const third = await place.run("write", { path, content: broken }, "s1-c3");
      expect(third.content).toMatch(/^Created .*\nWarning/s);
    }
  });

  it("is refused for a new file too, which then is not there", async () => {
    const place = await workplace();
    const result = await place.run("write", { path: "new.py", content: "def f(:\n    pass\n" });
    expect(result.content).toMatch(
      /line 1: .*\n.*\n.*\n.*\n(.*\n)*Nothing was written: there is no such file yet\./,
    );
    await expect(place.text("new.py")).rejects.toThrow("ENOENT");
  });
});

describe("a change that breaks nothing", () => {
  it("goes through in a file that was broken before", async () => {
    const place = await workplace();
    await place.put("old.py", "def f(:\n    pass\n\nx = 1\n");
    await place.run("read", { path: "old.py" });
    expect((await place.run("edit", { path: "old.py", old: "x = 1", new: "x = 2" })).outcome).toBe("ok");
  });

  it("goes through in files the gate does not read: templates, unknown kinds, bytes that are no text", async () => {
    const place = await workplace();
    const files = {
      "page.vue": "<div><span></div>",
      "list.html": "{% for x in y %}<li>{{ x }}</div>",
      "deploy.yaml": "a: {{ .Values.a }}\n  b: [",
      "main.j2": "((((",
      Makefile: "((((",
      "x.thisisntreal": "((((",
      "nul.json": '{"a": "\0"',
    };
    for (const [path, content] of Object.entries(files))
      expect(await place.run("write", { path, content })).toMatchObject({ outcome: "ok" });
  });
});

describe("edits of a weak model", () => {
  it("an edit made before is told so, as no mistake, and nobody is asked", async () => {
    const place = await workplace();
    await place.put("a.txt", "one\nthe new line of text\nthree\n");
    await place.run("read", { path: "a.txt" });
    const again = { path: "a.txt", old: "the old line", new: "the new line of text" };
    const told = {
      outcome: "ok",
      content:
        "Nothing was written: a.txt has no such `old`, and line 2 already reads like `new`. This edit seems to be made; go on.",
    };
    expect((await place.assess("edit", again)).refused).toEqual(told);
    expect(await place.run("edit", again)).toEqual(told);
    expect((await place.run("edit", { ...again, new: "one" })).outcome).toBe("error");
  });

  it("after two that found no place, writing the whole file is offered where it is small", async () => {
    const place = await workplace();
    await place.put("small.txt", "one\ntwo\n");
    await place.put("large.txt", "many words\n".repeat(2000));
    for (const path of ["small.txt", "large.txt"]) {
      await place.run("read", { path });
      const first = await place.run("edit", { path, old: "absent", new: "x" });
      expect(first.content).not.toMatch(/call write/);
    }
    const second = await place.run("edit", { path: "small.txt", old: "missing", new: "x" });
    expect(second.content).toMatch(/It is small: read it, then call write with \{"path": "small\.txt"\}/);
    expect((await place.run("edit", { path: "large.txt", old: "missing", new: "x" })).content).not.toMatch(
      /call write/,
    );
    expect((await place.run("edit", { path: "small.txt", old: "two", new: "2" })).outcome).toBe("ok");
    expect((await place.run("edit", { path: "small.txt", old: "gone", new: "x" })).content).not.toMatch(
      /call write/,
    );
  });
});
