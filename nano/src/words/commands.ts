import type { Chance } from "../chance.ts";
import type { Names } from "./names.ts";
import { words } from "./prose.ts";

/** A shell command of the corpus. */
export type Command = {
  line: string;
  /** Whether Kestrel takes it for a check of the project. */
  check: boolean;
  /** What users may say instead of the command itself. */
  alias?: { en: string; zh: string };
};

/** What projects are checked with; the list follows core's table of checks. */
const checks = [
  "npm test",
  "npm run build",
  "npm run lint",
  "npm run check",
  "pnpm test",
  "pytest",
  "python -m pytest",
  "make",
  "make test",
  "cargo test",
  "cargo build",
  "go test ./...",
  "node check.js",
  "node test.js",
  "sh check.sh",
  "npx vitest run",
  "npx tsc",
];

const others = [
  "ls",
  "ls -la",
  "date",
  "pwd",
  "whoami",
  "uname -a",
  "git status",
  "git log",
  "git diff",
  "df -h",
  "env",
  "npm install",
];

/** A command whose output is invented: any will do to learn to report it. */
export function inventedCommand(chance: Chance, names: Names): Command {
  return chance.weighed<() => Command>([
    [() => ({ line: chance.pick(checks), check: true }), 40],
    [() => ({ line: chance.pick(others), check: false }), 20],
    [
      () => ({
        line: `${chance.pick(["node", "python", "bash", "wc -l", "head", "tail"])} ${names.path()}`,
        check: false,
      }),
      22,
    ],
    [
      () => ({
        line: `${names.identifier()} ${chance.pick(["--all", "-v", "--help", "start", "--fix"])}`,
        check: false,
      }),
      8,
    ],
    [() => ({ line: withOptions(chance, names), check: false }), 18],
    [() => ({ line: `echo ${words(chance, names, 1, 4)}`, check: false }), 10],
  ])();
}

/** A command that goes on behind its first option: it is to be copied to its end. */
function withOptions(chance: Chance, names: Names): string {
  const program = chance.pick([
    "head -n",
    "tail -n",
    "grep -c",
    "grep -n",
    "sort -k",
    "cut -c",
    "node -p",
    "sed -n",
  ]);
  const given =
    /-[nkc]$/.test(program) && !program.startsWith("grep") ? `${chance.whole(1, 40)}` : names.word();
  if (program === "node -p")
    return `${program} ${chance.whole(1, 99)}${chance.pick(["+", "*", "-"])}${chance.whole(1, 99)}`;
  return `${program} ${given} ${chance.maybe(0.7) ? names.path() : `${names.path()} ${names.path()}`}`;
}

/** What such a command may print. */
export function inventedOutput(chance: Chance, names: Names, code: number): string[] {
  const line = () =>
    chance.weighed<() => string>([
      [() => words(chance, names, 1, 5), 4],
      [() => `${chance.whole(1, 60)} passed`, 2],
      [() => `ok ${names.word()}`, 1],
      [() => names.path(), 1],
      [() => `${names.identifier()}: ${chance.whole(0, 999)}`, 1],
      [() => `Error: ${words(chance, names, 1, 4)}`, code === 0 ? 0 : 5],
      [() => `${chance.whole(1, 9)} failed, ${chance.whole(1, 60)} passed`, code === 0 ? 0 : 4],
      [() => `check failed: expected ${names.word()} but got ${names.word()}`, code === 0 ? 0 : 2],
    ])();
  return Array.from({ length: chance.pick([0, 1, 1, 1, 2, 2, 3, 5]) }, line);
}
