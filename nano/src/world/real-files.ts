import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Chance } from "../chance.ts";

/** A file of an installed package: what people really have in their folders, and no generator thinks of. */
export type RealFile = { name: string; lines: readonly string[] };

/** What a conversation has room for. Lines, UTF-16 units a line, bytes. */
const most = { lines: 190, width: 160, size: 8_000, ofOnePackage: 6 } as const;

const kinds = /\.(?:md|txt|js|cjs|mjs|ts|json|css|ya?ml|sh|c|h|py)$/;
const withoutEnding = /^(?:LICENSE|LICENCE|README|Makefile|CHANGES|AUTHORS|NOTICE|TODO)$/i;

/** The packages of which the evaluation's projects are copies: no training sees them. */
const kept = new Set(
  "base64-js bytes color-convert color-name cookie debug deep-extend depd escape-html forwarded fresh inherits ini ms once picocolors quick-format-unescaped range-parser split2 strip-json-comments vary which wrappy".split(
    " ",
  ),
);

let found: readonly RealFile[] | undefined;

/** One of them, rather a short one than a long one. */
export function realFile(chance: Chance, fits: (file: RealFile) => boolean): RealFile | undefined {
  found ??= filesOf(join(process.cwd(), "node_modules/.pnpm"));
  const some = Array.from({ length: 12 }, () => chance.pick(found ?? [])).filter(
    (file) => file && fits(file),
  );
  const [one, other] = some;
  if (!one || !other || chance.maybe(0.3)) return one;
  return one.lines.length < other.lines.length ? one : other;
}

/** In the order of their names, which the lockfile gives; none twice. */
function filesOf(store: string): RealFile[] {
  const texts = new Set<string>();
  const files: RealFile[] = [];
  for (const entry of readdirSync(store).sort()) {
    const name = /^(@?[^@]+)@/.exec(entry)?.[1]?.replace("+", "/");
    if (name === undefined || kept.has(name)) continue;
    let left: number = most.ofOnePackage;
    for (const { file, text } of textsIn(join(store, entry, "node_modules", name))) {
      if (left === 0) break;
      if (texts.has(text)) continue;
      texts.add(text);
      files.push({ name: file, lines: text.trim().split("\n") });
      left -= 1;
    }
  }
  return files;
}

function* textsIn(folder: string) {
  for (const inside of ["", "lib", "src", "dist"]) {
    let names: string[] = [];
    try {
      names = readdirSync(join(folder, inside)).sort();
    } catch {
      continue;
    }
    for (const file of names) {
      if (!kinds.test(file) && !withoutEnding.test(file)) continue;
      const path = join(folder, inside, file);
      const facts = statSync(path);
      if (!facts.isFile() || facts.size > most.size || facts.size < 20) continue;
      const text = readFileSync(path, "utf8");
      const lines = text.trim().split("\n");
      const long = lines.length > most.lines || lines.some((line) => line.length > most.width);
      if (!long && lines.length > 2 && !/[\r\0\ufffd]|<\|/.test(text)) yield { file, text };
    }
  }
}
