import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  cLexicon,
  cssLexicon,
  goLexicon,
  javaLexicon,
  javascriptLexicon,
  jsonLexicon,
  pythonLexicon,
  rustLexicon,
} from "../../packages/tools/src/syntax/lexicon.ts";
import { syntaxCheckers } from "../../packages/tools/src/syntax/syntax-checkers.ts";
import {
  falseBlocks,
  seededDice,
  validFiles,
  withoutBracket,
} from "../../packages/tools/test/fixtures/valid-files.ts";

const root = join(import.meta.dirname, "../..");
const packages = join(root, "node_modules/.pnpm");
const unpack = [join(root, "scripts/set-up/corpus.mjs")];
const corpus = execFileSync(process.execPath, unpack, {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
}).trim();

type Source = [name: string, atLeast: number, ...places: [folder: string, wanted: RegExp][]];

const installed: Source[] = [
  ["declarations", 200, [packages, /\.d\.[mc]?ts$/]],
  ["TypeScript", 200, [packages, /(?<!\.d)\.[mc]?ts$/], [join(root, "packages"), /\/src\/.*\.ts$/]],
  ["TSX", 40, [join(root, "console/src"), /\.tsx$/]],
  ["JavaScript", 200, [packages, /\.(js|mjs|cjs|jsx)$/]],
  ["JSON", 200, [packages, /\.json$/]],
  ["CSS", 200, [packages, /\.css$/]],
];
const unpacked: Source[] = [
  ["Bash", 50, [join(corpus, "bash"), /./]],
  ["C headers and sources", 200, [join(corpus, "c"), /./]],
  ["C++", 200, [join(corpus, "cpp"), /./]],
  ["Go", 200, [join(corpus, "go"), /./]],
  ["HTML", 200, [join(corpus, "html"), /./]],
  ["Java", 200, [join(corpus, "java"), /./]],
  ["Python", 200, [join(corpus, "python"), /./]],
  ["Rust", 200, [join(corpus, "rust"), /./]],
  ["TOML", 50, [join(corpus, "toml"), /./]],
  ["YAML", 50, [join(corpus, "yaml"), /./], [packages, /\.ya?ml$/]],
];
const MOST_FILES = 600;

describe("the syntax gate, on other people's sources", () => {
  const seed = Date.now() % 1_000_000;
  const sources = corpus === "" ? installed : [...installed, ...unpacked];

  it("has them where it must", () => {
    if (process.env.CI) expect(corpus).not.toBe("");
  });

  it.each(sources)(`never blocks what is right: %s (seed ${seed})`, async (name, atLeast, ...places) => {
    const dice = seededDice(seed);
    const checker = syntaxCheckers();
    const blocked: string[] = [];
    let read = 0;
    for (const [folder, wanted] of places) {
      for (const file of validFiles(folder, wanted)) {
        if (read >= MOST_FILES) break;
        read += 1;
        blocked.push(...(await falseBlocks(checker, file, dice)));
      }
    }
    process.stderr.write(`${name}: ${read} valid files, ${blocked.length} blocked\n`);
    expect(blocked).toEqual([]);
    expect(read).toBeGreaterThanOrEqual(atLeast);
  });

  it.each([
    ["C", cLexicon, corpus, /\/(c|cpp)\//],
    ["CSS", cssLexicon, packages, /\.css$/],
    ["Go", goLexicon, corpus, /\/go\//],
    ["Java", javaLexicon, corpus, /\/java\//],
    ["JavaScript", javascriptLexicon, packages, /\.[mc]?js$/],
    ["JSON", jsonLexicon, packages, /\.json$/],
    ["Python", pythonLexicon, corpus, /\/python\//],
    ["Rust", rustLexicon, corpus, /\/rust\//],
    ["TypeScript", javascriptLexicon, packages, /\.[mc]?ts$/],
  ] as const)(
    `sees a bracket that an edit lost: %s (seed ${seed})`,
    async (name, lexicon, folder, wanted) => {
      if (folder === "") return;
      const dice = seededDice(seed);
      const checker = syntaxCheckers();
      let tried = 0;
      let seen = 0;
      for (const { language, text } of validFiles(folder, wanted)) {
        const cut = withoutBracket(text, lexicon, dice);
        if (cut === undefined) continue;
        tried += 1;
        if ((await checker.check(language, text, cut)).length > 0) seen += 1;
        if (tried === 300) break;
      }
      process.stderr.write(`${name}: ${seen} of ${tried} lost brackets seen\n`);
      expect(tried).toBeGreaterThanOrEqual(200);
      // C's preprocessor has the last word: what only one of several branches lacks may be meant.
      expect(seen / tried).toBeGreaterThan(lexicon === cLexicon ? 0.8 : 0.95);
    },
  );
});
