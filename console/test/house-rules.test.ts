import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const source = join(import.meta.dirname, "../src");
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
  /\.tsx?$/.test(file),
);
const textOf = (file: string) => readFileSync(join(source, file), "utf8");

/** The rooms of the console a file imports from: `features/chat`, `ui`, … */
function roomsOf(file: string): string[] {
  const from = [...textOf(file).matchAll(/from "(\.[^"]+)"/g)].map(([, path = ""]) => path);
  return from.map((path) => room(relative(source, join(source, dirname(file), path))));
}

function room(file: string): string {
  const [first = "", second = ""] = file.split("/");
  return first === "features" ? `features/${second}` : first;
}

/** Words between tags and in attributes people read, as written in a component. */
function bareWords(text: string): string[] {
  const between = [...text.matchAll(/(?<![=-])>\s*([^<>{}();=&|]*\p{L}{2}[^<>{}();=&|]*)</gu)];
  const attributes = [
    ...text.matchAll(/\b(?:aria-label|title|placeholder|alt|label)="([^"]*\p{L}{2}[^"]*)"/gu),
  ];
  return [...between, ...attributes].map(([, words = ""]) => words.trim());
}

describe("what opens something below it", () => {
  it("shows that it does: by an arrow, by an underline, or as a line across", () => {
    for (const file of files) {
      for (const [summary] of textOf(file).matchAll(/<summary[\s\S]*?<\/summary>/g))
        expect(summary, file).toMatch(/"opens |"opens"|underline|name="chevron"|<Divider>|event\.seq/);
    }
  });
});

describe("the rooms of the console", () => {
  it("keep the features apart: none imports another, and nothing below imports a feature", () => {
    for (const file of files) {
      const own = room(file);
      for (const other of roomsOf(file)) {
        if (!other.startsWith("features/") || own === "app") continue;
        expect(other, file).toBe(own);
      }
    }
  });

  it("keep ui to looks: it knows words and states, never the store", () => {
    for (const file of files.filter((name) => name.startsWith("ui/"))) {
      expect(textOf(file), file).not.toMatch(/store|use-session|@kestrel\/server/);
    }
  });
});

describe("words", () => {
  it("come from the catalogues, never from a component", () => {
    const allowed = new Set(["Kestrel"]);
    for (const file of files.filter((name) => name.endsWith(".tsx"))) {
      const bare = bareWords(textOf(file)).filter((words) => !allowed.has(words));
      expect(bare, file).toEqual([]);
    }
  });

  it("would be found if they stood in a component", () => {
    expect(bareWords("<p>\n  Hello there\n</p>")).toEqual(["Hello there"]);
    expect(bareWords('<button title="Close it" />')).toEqual(["Close it"]);
    expect(bareWords("const x: Map<string, Word> = new Map(); <p>{t(key)}</p>")).toEqual([]);
  });
});

describe("the policy of the page", () => {
  it("is not worked around: no markup from strings, no code from strings", () => {
    for (const file of files) {
      expect(textOf(file), file).not.toMatch(
        /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function/,
      );
    }
  });
});
