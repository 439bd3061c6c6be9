import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "@babel/parser";
import { describe, expect, it } from "vitest";
import { outlineOf } from "../src/outline/outline.ts";
import { workplace } from "./fixtures/workplace.ts";

const source = (name: string) => join(import.meta.dirname, "../..", name, "src");

const declarations = new Set([
  "FunctionDeclaration",
  "ClassDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
]);

type Node = { type: string; loc?: { start: { line: number } }; [key: string]: unknown };

/** Every name that a parser of the language finds declared in a folder, with the files and lines that declare it. */
async function declaredIn(folder: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const path of await readdir(folder, { recursive: true })) {
    if (!path.endsWith(".ts")) continue;
    const text = await readFile(join(folder, path), "utf8");
    const visit = (node: Node, depth: number) => {
      const isTop = node.type === "VariableDeclarator" && depth <= 3;
      const isMethod = node.type === "ClassMethod" || node.type === "ClassPrivateMethod";
      const key = (isMethod ? node.key : node.id) as Node | undefined;
      const named = key?.type === "PrivateName" ? (key.id as Node) : key;
      if ((declarations.has(node.type) || isTop || isMethod) && named?.type === "Identifier") {
        const name = String(named.name);
        found.set(name, [...(found.get(name) ?? []), `${path}\n${named.loc?.start.line}:`]);
      }
      for (const value of Object.values(node))
        for (const child of Array.isArray(value) ? value : [value])
          if (typeof child?.type === "string") visit(child, depth + 1);
    };
    visit(parse(text, { sourceType: "module", plugins: ["typescript"] }).program as unknown as Node, 0);
  }
  return found;
}

describe("what a file defines", () => {
  it("comes first in a search for its bare name, and the other hits below it", async () => {
    const place = await workplace();
    await place.put("src/a.ts", "import { kite } from './b';\nkite(1);\n");
    await place.put("src/b.ts", "// a kite\nconst x = kite(2);\nexport function kite(string: number) {\n}\n");
    await place.put("docs/kite.md", "function kite() is text here\n");
    const { content } = await place.run("search", { pattern: "kite" });
    expect(content).toBe(
      [
        "src/b.ts",
        "3: export function kite(string: number) {",
        "1: // a kite",
        "2: const x = kite(2);",
        "docs/kite.md",
        "1: function kite() is text here",
        "src/a.ts",
        "1: import { kite } from './b';",
        "2: kite(1);",
      ].join("\n"),
    );
    expect((await place.run("search", { pattern: "a kite" })).content).toBe("src/b.ts\n1: // a kite");
  });

  it("comes first for nine in ten of the names that a real folder declares once", {
    timeout: 240_000,
  }, async () => {
    const place = await workplace();
    await cp(source("core"), join(place.root, "core"), { recursive: true });
    await cp(source("tools"), join(place.root, "tools"), { recursive: true });
    const once = [...(await declaredIn(place.root))].filter(
      ([name, at]) => name.length > 2 && at.length === 1,
    );
    const step = Math.max(1, Math.floor(once.length / 200));
    const names = once.filter((_, index) => index % step === 0).slice(0, 200);
    expect(names.length).toBe(200);
    const missed: string[] = [];
    for (const [name, [at = ""]] of names)
      if (!(await place.run("search", { pattern: name })).content.startsWith(at))
        missed.push(`${name} ${at}`);
    expect(missed.length, missed.join("; ")).toBeLessThanOrEqual(20);
  });

  it.each([
    [
      "a.py",
      "x = 1\nclass A(B):\n    def one(self):\n        pass\n\n    def two(self):\n        return 1\n\ndef f():\n    pass\n",
      "1 x = 1\n2-7 class A(B)\n  3-4 def one(self)\n  6-7 def two(self)\n9-10 def f()",
    ],
    [
      "a.go",
      "type T struct {\n\tx int\n}\n\nfunc (t *T) Run(x int) error {\n\treturn nil\n}\n",
      "1-3 type T struct\n5-7 func (t *T) Run(x int) error",
    ],
    [
      "a.rs",
      "pub struct S {\n}\nimpl S {\n    pub fn new(\n        x: i32,\n    ) -> S {\n        S {}\n    }\n}\n",
      "1-2 pub struct S\n4-8 pub fn new",
    ],
    [
      "a.ts",
      "export class A {\n  run(x: number): void {\n    if (x) {\n      this.run(1);\n    }\n  }\n}\n",
      "1-7 export class A\n  2-6 run(x: number): void",
    ],
    [
      "A.java",
      "public class A {\n  private static int one(String x) {\n    return two(x);\n  }\n}\n",
      "1-5 public class A\n  2-4 private static int one(String x)",
    ],
    [
      "a.c",
      "#define N 1\nstatic int add(int a)\n{\n  return add(a);\n}\n",
      "1 #define N 1\n2-5 static int add(int a)",
    ],
    ["a.rb", "class A\n  def one?\n    two\n  end\nend\n", "1-5 class A\n  2-4 def one?"],
    ["a.txt", "def one():\n", ""],
  ])("is outlined with its lines: %s", (path, text, expected) => {
    expect(outlineOf(path, text, 1, 2000)).toBe(
      expected === "" ? "" : `[defined below, by line:]\n${expected}`,
    );
  });

  it("ends a read that does not fit, within the limit, and says how many are not named", async () => {
    const place = await workplace({}, 4000);
    const method = (number: number) => `    def method_${number}(self, value):\n        return value\n\n`;
    const text = `class Query:\n${Array.from({ length: 400 }, (_, index) => method(index)).join("")}\nclass Last(Query):\n    pass\n`;
    await place.put("query.py", text);
    const { content } = await place.run("read", { path: "query.py" });
    expect(content.length).toBeLessThanOrEqual(4000);
    expect(content).toMatch(
      /\[lines 1-\d+ of 1204; go on with offset (\d+)\]\n\[defined below, by line:\]\n/,
    );
    expect(content).toMatch(/\n1203-1204 class Last\(Query\)\n\[\d+ inside these not named\]$/);
    // Who goes on reading has it already.
    expect((await place.run("read", { path: "query.py", offset: 100 })).content).not.toContain(
      "defined below",
    );
    expect((await place.run("read", { path: "query.py", limit: 10 })).content).not.toContain("defined below");
  });

  it("keeps every definition that has room", async () => {
    const place = await workplace();
    const functions = Array.from(
      { length: 60 },
      (_, index) => `def part_${index}():\n    return ${index}\n\n\n\n`,
    );
    await place.put("parts.py", functions.join(""));
    const { content } = await place.run("read", { path: "parts.py" });
    for (let index = 40; index < 60; index += 1)
      expect(content).toContain(`${index * 5 + 1}-${index * 5 + 2} def part_${index}()`);
    expect(content).not.toContain("not named");
  });
});
