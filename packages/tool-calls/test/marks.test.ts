import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { spellings } from "../src/grammar/template.ts";
import { markTemplates } from "./every-mark.ts";

const packages = new URL("../../", import.meta.url).pathname;
const table = "tool-calls/src/grammar/table.ts";

/** Every mark of the table as it stands in a reply: tags, tokens, words in brackets, labels of lines. */
const marks = new Set(
  markTemplates
    .flatMap(spellings)
    .flatMap((mark) => mark.split(/\{\w+\}|[ ^\n]/))
    .filter((piece) => /^(?:<[^<>]*[A-Za-z_▁]{4}|<[|｜]|\[\/?[A-Z_]{4}|◁|[A-Z][a-z]{5,}:$)/.test(piece)),
);

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Code without comments, which may name a mark, and without the names of groups in patterns. */
function codeOf(path: string): string {
  return readFileSync(path, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\(\?<\w+>/gm, "");
}

/** What very small models were trained on has its own forms, and so do the pages that show them. */
const trained = /^nano\//;

describe("marks of families", () => {
  const sources = readdirSync(packages).flatMap((name) => {
    try {
      return sourcesIn(join(packages, name, "src"));
    } catch {
      // expected: a package without sources
      return [];
    }
  });

  it("are many", () => expect(marks.size).toBeGreaterThan(150));

  it("stand in the table and nowhere else", () => {
    const found = sources
      .map((path) => [path.slice(packages.length), path] as const)
      .filter(([name]) => name !== table && !trained.test(name))
      .flatMap(([name, path]) => {
        const code = codeOf(path);
        return [...marks].filter((mark) => code.includes(mark)).map((mark) => `${name}: ${mark}`);
      });
    expect(found).toEqual([]);
  });
});
