import type { SimpleCommand } from "@kestrel/protocol";
import type { SessionState, ToolEntry } from "@kestrel/session-state";
import { checkName, checkTable } from "./check-table.ts";

/** Whether the code that a turn changed has been checked since. */
export type Verification =
  | { kind: "settled" }
  | { kind: "unverified"; paths: readonly string[] }
  | { kind: "failed"; command: string; exitCode: number };

/** Reads the calls of a turn in order: every change needs a check after it. A check the user denied is not requested again. */
export function verificationOf(calls: readonly ToolEntry[]): Verification {
  const paths = new Set<string>();
  let failed: { command: string; exitCode: number } | undefined;
  let edited = false;
  for (const call of calls) {
    for (const { path } of call.changes) {
      if (!isCodeFile(path)) continue;
      paths.add(path);
      edited = true;
      failed = undefined;
    }
    const command = commandOf(call);
    if (command === undefined) continue;
    const run = runOf(call);
    if (run === "none") continue;
    paths.clear();
    failed = run === "failed" ? { command, exitCode: call.exitCode ?? 1 } : undefined;
  }
  if (paths.size > 0) return { kind: "unverified", paths: [...paths] };
  return failed && edited ? { kind: "failed", ...failed } : { kind: "settled" };
}

/** The number of consecutive failed checks, each after a change of code; a passed one resets it. */
export function failedChecks(calls: readonly ToolEntry[]): number {
  let failed = 0;
  let changed = false;
  for (const call of calls) {
    changed ||= call.changes.some(({ path }) => isCodeFile(path));
    const run = commandOf(call) === undefined ? "none" : runOf(call);
    if (run === "passed") failed = 0;
    if (run !== "failed" || !changed) continue;
    failed += 1;
    changed = false;
  }
  return failed;
}

/** Whether a call ran a check, whatever its result. */
export function ranCheck(call: ToolEntry): boolean {
  return call.exitCode !== undefined && runOf(call) !== "none";
}

/** The last check that ran in this session; undefined when none did. */
export function lastCheck({ timeline }: SessionState): ToolEntry | undefined {
  for (const entry of timeline.backwards()) if (entry.kind === "tool" && ranCheck(entry)) return entry;
  return undefined;
}

function runOf({ subject, rejected, status, exitCode }: ToolEntry): CheckRun {
  const commands = rejected ? undefined : subject?.simple;
  if (exitCode !== undefined) return checkRun(commands, exitCode);
  const stopped = status === "denied" || status === "cancelled" || status === "error";
  return stopped && asksForCheck(commands) ? "unknown" : "none";
}

/** The commands of a runnable call, by its tool's description. */
function commandOf({ subject, rejected }: ToolEntry): string | undefined {
  return rejected ? undefined : subject?.commands?.join("\n");
}

const endings = new Set(
  `ts tsx mts cts js jsx mjs cjs vue svelte astro py pyi rb php go rs java kt kts scala groovy clj cljs ex exs erl hs ml mli fs cs vb
  c h cc cpp cxx hpp hh m mm swift dart lua pl pm r jl zig nim d sh bash zsh fish ps1 sql css scss less html htm proto gradle`.split(
    /\s+/,
  ),
);

/** Whether a file is code that a check could test. Prose and data are not. */
export function isCodeFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 && endings.has(name.slice(dot + 1).toLowerCase());
}

/** What a command shows about the project: no check ran, one passed or failed, or one ran and a pipe hid its exit code. */
export type CheckRun = "none" | "passed" | "failed" | "unknown";

/** The simple commands of a call, as its tool describes it; undefined when they are more than a plain sequence. */
type Commands = readonly SimpleCommand[] | undefined;

/**
 * Judges a shell line by its programs and its exit code, never by words in its arguments: `git checkout build` and `cat test.py` check
 * nothing.
 */
export function checkRun(commands: Commands, exitCode: number): CheckRun {
  if (!commands) return "none";
  const at = commands.findLastIndex(({ words }) => isCheck(words));
  if (at < 0) return "none";
  const surelyRan = at === 0 || commands[at - 1]?.joint !== "||";
  const decides = commands.slice(at).every(({ joint }) => joint === "&&" || joint === "");
  if (!surelyRan || !decides) return "unknown";
  return exitCode === 0 ? "passed" : "failed";
}

/** Whether a shell line contains a check, run or not. */
export function asksForCheck(commands: Commands): boolean {
  return commands?.some(({ words }) => isCheck(words)) ?? false;
}

/** Programs that only run another one, and their own arguments before it. */
const wrappers: Readonly<Record<string, RegExp>> = {
  env: /^[A-Za-z_]\w*=/,
  time: /^$/,
  nice: /^\d+$/,
  timeout: /^\d+(?:\.\d+)?[smhd]?$/,
  npx: /^$/,
  pnpx: /^$/,
  bunx: /^$/,
  command: /^$/,
  exec: /^$/,
  stdbuf: /^$/,
  xvfb: /^$/,
  poetry: /^run$/,
  uv: /^run$/,
  uvx: /^$/,
  pipx: /^run$/,
  pipenv: /^run$/,
  hatch: /^run$/,
  rye: /^run$/,
  bundle: /^exec$/,
};

/** Options that take the next word as their value. */
const takesWord =
  /^(?:-C|--prefix|--filter|-F|--cwd|--dir|--workspace|-w|--manifest-path|-p|-f|-s|-k|-o|--directory)$/;

function isCheck(words: readonly string[]): boolean {
  const bare = words.slice(words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word)));
  const [first = "", ...rest] = bare;
  const program = programName(first);
  const own = Object.hasOwn(wrappers, program) ? wrappers[program] : undefined;
  if (own) {
    const inner = rest.findIndex((word) => !word.startsWith("-") && !own.test(word));
    return inner >= 0 && isCheck(rest.slice(inner));
  }
  if (rest.some((word) => /^(?:--version|--help|-V|--init)$/.test(word))) return false;
  const rule = Object.hasOwn(checkTable, program) ? checkTable[program] : undefined;
  if (!rule) return /[/]/.test(first) && isCheckFile(first);
  const named = plainWords(rest);
  switch (rule.kind) {
    case "always":
      return true;
    case "commands":
      return (
        rest.some((word) => word.startsWith("--") && rule.names.test(word)) ||
        rule.names.test(named[0] ?? "") ||
        (rule.names.test(named[1] ?? "") && /^\+|^clean$/.test(named[0] ?? ""))
      );
    case "scripts":
      return runsCheckScript(program, named, rule);
    case "interpreter": {
      const module = rest.indexOf("-m");
      if (module >= 0) return rule.modules.test(rest[module + 1] ?? "");
      if (rule.flag && rest.some((word) => rule.flag?.test(word))) return true;
      return isCheckFile(named[0] ?? "");
    }
    default:
      return rule satisfies never;
  }
}

function runsCheckScript(
  program: string,
  named: readonly string[],
  rule: { own: RegExp; runs: RegExp },
): boolean {
  const [first = "", second = ""] = named;
  if (/^(?:make|just|task|rake)$/.test(program))
    return named.length === 0 || named.some((target) => checkName.test(target));
  if (/^(?:exec|dlx|x)$/.test(first)) return isCheck(named.slice(1));
  if (rule.runs.test(first)) return checkName.test(second) || isCheckFile(second);
  if (rule.own.test(first)) return true;
  return /^(?:yarn|pnpm|bun)$/.test(program) && (checkName.test(first) || isCheck(named));
}

/** Whether a file's name marks it as a check: `check.js`, `./run-tests.sh`, `test_parser.py`. */
function isCheckFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  return checkName.test(name) || /[-_.](?:tests?|check|spec)$/.test(name);
}

function plainWords(words: readonly string[]): string[] {
  return words.filter((word, index) => !word.startsWith("-") && !takesWord.test(words[index - 1] ?? ""));
}

/** Maps `node_modules/.bin/vitest`, `python3.12` and `./gradlew` to the names of the table. */
function programName(word: string): string {
  return word
    .slice(word.lastIndexOf("/") + 1)
    .replace(/\.(?:exe|cmd|bat)$/, "")
    .replace(/^(python|py|pytest|gcc|g\+\+|clang)-?\d+(?:\.\d+)*$/, "$1");
}
