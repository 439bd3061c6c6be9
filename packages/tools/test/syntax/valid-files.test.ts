import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { syntaxCheckers } from "../../src/syntax/syntax-checkers.ts";
import { falseBlocks, seededDice, validFiles } from "../fixtures/valid-files.ts";

const packages = join(import.meta.dirname, "../../../../node_modules/.pnpm");
const console = join(import.meta.dirname, "../../../../console/src");
const scripts = join(import.meta.dirname, "../../../../packages");

const kinds: [name: string, folder: string, wanted: RegExp, atLeast: number][] = [
  ["declarations", packages, /\/(zod|fastify|diff)\/.*\.d\.[mc]?ts$/, 20],
  ["JavaScript", packages, /\/(fastify|marked|react-dom|zod)\/.*\.[mc]?js$/, 20],
  ["TypeScript", scripts, /\/src\/.*\.ts$/, 20],
  ["TSX", console, /\.tsx$/, 20],
  ["JSON", packages, /\/node_modules\/[^/]+\/package\.json$/, 20],
  ["CSS", packages, /highlight\.js\/styles\/.*\.css$/, 20],
  ["YAML", packages, /\.ya?ml$/, 20],
];

describe("files that are right, from installed packages", () => {
  const seed = Date.now() % 1_000_000;

  it.each(kinds)(`pass: %s (seed ${seed})`, async (_, folder, wanted, atLeast) => {
    const dice = seededDice(seed);
    const checker = syntaxCheckers();
    let read = 0;
    const blocked: string[] = [];
    for (const file of validFiles(folder, wanted)) {
      read += 1;
      blocked.push(...(await falseBlocks(checker, file, dice)));
      if (read >= 60) break;
    }
    expect(read).toBeGreaterThanOrEqual(atLeast);
    expect(blocked).toEqual([]);
  });
});
