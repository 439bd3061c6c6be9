import type { LoopPlan, PlanDoubt } from "@kestrel/protocol/loop";
import { matchesPath } from "@kestrel/text";
import { KestrelError } from "../errors.ts";

/** Defaults of a plan. */
const usual = { hours: 8, attempts: 3 };

/** Keys of the whole plan, and those of one item. */
const ofPlan = ["check", "keep", "bring", "setup", "hours", "tokens", "attempts"] as const;
const ofItem = ["check", "keep"] as const;

type Draft = { text: string; line: number; check?: string; keep: string[] };

/**
 * Parses a plan: items are `- [ ] …`, with `check:` and `keep:` below; the same keys, and the others, above the first item apply to all.
 * Ticked items and prose are skipped. Throws `loop_refused` with the line.
 */
export function readPlan(text: string): LoopPlan {
  const head: Draft = { text: "", line: 0, keep: [] };
  const items: Draft[] = [];
  const bring: string[] = [];
  let setup: string | undefined;
  const numbers: Partial<Record<"hours" | "tokens" | "attempts", number>> = {};
  /** Keys below a ticked item are ignored. */
  let at: Draft | undefined = head;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const number = index + 1;
    const [, mark, words = ""] = /^\s*[-*] \[([ xX])\]\s+(.*\S)\s*$/.exec(line) ?? [];
    if (mark !== undefined) {
      at = mark === " " ? { text: words, line: number, keep: [] } : undefined;
      if (at) items.push(at);
      continue;
    }
    const [, key = "", value = ""] = /^\s*([a-z]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === "" || !at) continue;
    const known: readonly string[] = at === head ? ofPlan : ofItem;
    if (!known.includes(key)) throw refuse("key", number, key);
    if (value === "") throw refuse("empty", number, key);
    if (key === "check") at.check = value;
    else if (key === "setup") setup = value;
    else if (key === "keep") at.keep.push(...value.split(/[\s,]+/));
    else if (key === "bring") bring.push(...value.split(/[\s,]+/));
    else {
      const amount = Number(value.replaceAll("_", ""));
      const isWhole = key === "hours" || Number.isInteger(amount);
      if (!(amount > 0) || !isWhole) throw refuse("number", number, key);
      numbers[key as keyof typeof numbers] = amount;
    }
  }
  if (items.length === 0) throw refuse("no_items", 1);
  return {
    items: items.map(({ text: words, line, check = head.check, keep }) => {
      if (check === undefined) throw refuse("no_check", line);
      return {
        text: words,
        check,
        keep: [...new Set([...head.keep, ...keep])],
        named: [...new Set(filesOf(check))],
      };
    }),
    ...{ bring, ...usual, ...numbers },
    ...(setup !== undefined && { setup }),
  };
}

/** Where script runners define scripts: changing these files changes what a check runs. */
const scriptFiles: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(["npm", "pnpm", "yarn", "bun", "npx"].map((name) => [name, ["package.json"]])),
  make: ["Makefile", "makefile", "GNUmakefile"],
  just: ["justfile", ".justfile"],
  composer: ["composer.json"],
  cargo: ["Cargo.toml"],
  pytest: ["pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg", "conftest.py"],
  tox: ["tox.ini", "pyproject.toml"],
  deno: ["deno.json", "deno.jsonc"],
  mvn: ["pom.xml"],
  gradle: ["build.gradle", "build.gradle.kts"],
  rake: ["Rakefile"],
};

/** Files that a check names, and files that define what its program runs. */
function filesOf(check: string): string[] {
  const words = check.split(/[\s;&|()<>"']+/).filter(Boolean);
  const files = words.filter((word) => /^[\w./@-]*\w\.\w+$/.test(word) && !word.startsWith("-"));
  return [
    ...files.map((file) => file.replace(/^\.\//, "")),
    ...words.flatMap((word) => scriptFiles[word] ?? []),
  ];
}

function refuse(reason: string, line: number, name?: string): KestrelError {
  const params = { reason: `plan_${reason}`, line, ...(name !== undefined && { name }) };
  return new KestrelError("loop_refused", `the plan is wrong in line ${line}: ${reason}`, params);
}

/** Whether a path is a code file: other dotted names in a check may be a host or a property. */
const isCode = (path: string) =>
  path.includes("/") || /\.(?:[cm]?[jt]sx?|py|go|rs|sh|rb|php|java|kt|c|cc|cpp|cs|lua|pl|bats)$/.test(path);

/**
 * Warnings before a plan is approved: an item that names a file which must stay unchanged cannot be done, and a missing check file would be
 * written by the model. Judged by names alone; refuses nothing.
 */
export function planDoubts(
  { items, bring, setup }: LoopPlan,
  exists: (path: string) => boolean,
): PlanDoubt[] {
  const isMade = (path: string) =>
    setup !== undefined || bring.some((one) => path === one || path.startsWith(`${one}/`));
  return items.flatMap(({ text, check, keep, named }, item) => {
    const words = text
      .split(/[\s`'"()[\]{},;:：，。；（）“”]+/)
      .map((word) => word.replace(/^\.\/|[.!?]+$/g, ""))
      .filter((word) => /\w\.\w+$/.test(word));
    const isMeant = (path: string) => words.some((word) => path === word || path.endsWith(`/${word}`));
    const kept = [
      ...named.filter(isMeant),
      ...words.filter((word) => keep.some((glob) => matchesPath(glob, word))),
    ].filter(exists);
    const unwritten = named.filter(
      (path) =>
        check.includes(path) &&
        isCode(path) &&
        !(path.startsWith("/") || isMeant(path) || isMade(path) || exists(path)),
    );
    return [
      ...[...new Set(kept)].map((path) => ({ item, path, why: "kept" as const })),
      ...unwritten.map((path) => ({ item, path, why: "unwritten" as const })),
    ];
  });
}
