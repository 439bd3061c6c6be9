import { constants } from "node:fs";
import { access, lstat, readdir } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { isInside } from "@kestrel/core";
import { absent, passOver } from "@kestrel/diagnostics";
import { linkedGit } from "../confine/linked-git.ts";
import { type Bounds, confine } from "../place/confined-path.ts";
import { isSecret } from "../place/protected-paths.ts";
import { smallText } from "../place/small-text.ts";
import { mayRead } from "./may-read.ts";
import { readWords } from "./read-words.ts";
import type { ReadingCommand } from "./reading-commands.ts";

/**
 * Environment for every git that runs without approval: it takes no lock, fetches nothing, starts no watcher, hook, pager or other
 * program of a repository, and enters no nested repository.
 */
const readingEnvironment: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  ...configuration({
    "core.fsmonitor": "false",
    "core.hooksPath": "/dev/null",
    "core.pager": "cat",
    "core.quotePath": "false",
    "diff.ignoreSubmodules": "all",
    "log.showSignature": "false",
    "submodule.recurse": "false",
  }),
};

/** Bytes of a git config file; a longer one is not read. */
const longestSettings = 65_536;

/** No value disables `diff.external`: git tries to start an empty one. So user and system config that names a diff program is skipped. */
export async function gitReadingEnvironment(home: string): Promise<Readonly<Record<string, string>>> {
  const files = [join(home, ".gitconfig"), join(home, ".config", "git", "config"), "/etc/gitconfig"];
  const texts = await Promise.all(files.map((file) => smallText(file, longestSettings)));
  const own = texts.some((text = "") =>
    /^\s*(?:\[[^\]]*\]\s*)?(?:external|command|textconv)\s*=/im.test(text),
  );
  return own
    ? { ...readingEnvironment, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" }
    : readingEnvironment;
}

/** git reads settings from numbered variables; they override those of any file. */
function configuration(settings: Readonly<Record<string, string>>): Record<string, string> {
  const numbered = Object.entries(settings).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(numbered.length / 2), ...Object.fromEntries(numbered) };
}

const shows = {
  letters: "pswbu",
  valued: "nU",
  count: true,
  long: [
    "--stat",
    "--shortstat",
    "--numstat",
    "--name-only",
    "--name-status",
    "--oneline",
    "--graph",
    "--decorate",
    "--all",
    "--cached",
    "--staged",
    "--no-color",
    "--no-merges",
    "--merges",
    "--reverse",
    "--patch",
    "--no-patch",
    "--word-diff",
    "--check",
    "--follow",
    "--first-parent",
    "--summary",
  ],
  longValued: ["--max-count", "--since", "--until", "--author", "--grep", "--date", "--unified"],
  // `%G…` starts gpg.
  joined: { "--format": /^(?!.*%[-+ ]?G)/s, "--pretty": /^(?!.*%[-+ ]?G)/s },
  operands: "text",
} as const satisfies ReadingCommand;

/** Allowed git subcommands. Operands are revisions and paths; whether a path is inside the repository is checked separately. */
const questions: Readonly<Record<string, ReadingCommand>> = {
  "--version": { operands: "none" },
  blame: { letters: "swe", valued: "L", operands: "text" },
  branch: {
    letters: "avr",
    long: ["--show-current", "--list", "--all", "-vv", "--no-color"],
    operands: "none",
  },
  diff: shows,
  log: shows,
  "ls-files": {
    letters: "codmstz",
    long: ["--cached", "--others", "--deleted", "--modified", "--stage", "--exclude-standard"],
    operands: "text",
  },
  "rev-parse": {
    long: [
      "--short",
      "--abbrev-ref",
      "--show-toplevel",
      "--is-inside-work-tree",
      "--verify",
      "--show-prefix",
    ],
    operands: "text",
  },
  shortlog: { letters: "sne", operands: "text" },
  show: shows,
  status: {
    letters: "sbuz",
    long: [
      "--short",
      "--branch",
      "--porcelain",
      "--porcelain=v1",
      "--porcelain=v2",
      "--long",
      "--ignored",
      "-uall",
      "-uno",
    ],
    operands: "text",
  },
};

/** What a read-only git command reads, in this repository with its current config; undefined when it may do more. */
export async function looksWithGit(
  bounds: Bounds,
  words: readonly string[],
): Promise<{ places: string[]; below: boolean } | undefined> {
  if (!onlyAsks(words)) return undefined;
  if (words[0] !== "--version" && !(await isPlainRepository(bounds.root))) return undefined;
  const dashes = words.indexOf("--");
  for (const [at, word] of words.entries()) {
    const isOption = word.startsWith("-") && (dashes < 0 || at <= dashes);
    if (!isOption && !(await staysInside(bounds, word))) return undefined;
  }
  return pathsForGit(words);
}

/**
 * Whether a word that is or may be a path is inside the repository: `git diff` compares any two files or folders when one is outside.
 * A path that does not exist is a revision, or git searches for it in the repository alone.
 */
async function staysInside(bounds: Bounds, word: string): Promise<boolean> {
  const isPath =
    isAbsolute(word) ||
    word.split(/[\\/]/).includes("..") ||
    (await lstat(resolve(bounds.root, word)).then(() => true, isNotAbsent));
  if (!isPath) return true;
  const real = (await confine(bounds, word).catch(passOver("judging a command")))?.real;
  return (
    real !== undefined && isInside({ path: real, folder: bounds.root }) && mayRead(real, { below: false })
  );
}

/** Whether a read-only git command would search the parent folders for its repository because the workspace has none. */
export async function looksAboveWithGit(workspace: string, words: readonly string[]): Promise<boolean> {
  if (!onlyAsks(words) || words[0] === "--version") return false;
  return lstat(join(workspace, ".git")).then(
    () => false,
    (error) => !isNotAbsent(error),
  );
}

function onlyAsks([question = "", ...rest]: readonly string[]): boolean {
  const rule = Object.hasOwn(questions, question) ? questions[question] : undefined;
  return rule !== undefined && readWords(rule, rest) !== undefined && !rest.some(namesSecret);
}

/** What a read-only git command may show: the paths it names, and the whole repository for commands that show contents. */
function pathsForGit([question = "", ...rest]: readonly string[]): {
  places: string[];
  below: boolean;
} {
  const named = rest.filter((word) => !word.startsWith("-")).map((word) => word.slice(word.indexOf(":") + 1));
  const below = ["diff", "log", "show"].includes(question);
  return { places: below ? [".", ...named] : named, below };
}

/** A path, or a path in a revision: `HEAD:.env`. */
function namesSecret(word: string): boolean {
  const path = `/${word.slice(word.indexOf(":") + 1)}`;
  return isSecret({ real: path, asked: path });
}

/** Settings that name no program. Any other may: filters, text conversions, watchers, includes. */
const harmlessKeys: Readonly<Record<string, RegExp>> = {
  branch: /^(remote|merge|rebase|description)$/,
  core: /^(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|autocrlf|eol|symlinks)$/,
  init: /^defaultbranch$/,
  pull: /^(rebase|ff)$/,
  push: /^(default|autosetupremote)$/,
  remote: /^(url|fetch|pushurl|tagopt)$/,
  user: /^(name|email)$/,
};

/**
 * A folder with its own `.git`, or a linked worktree that its repository confirms; without submodules, links or alternate object
 * stores, and with settings that start no program.
 */
async function isPlainRepository(root: string): Promise<boolean> {
  try {
    const linked = await linkedGit(root);
    const git = linked?.common ?? join(root, ".git");
    const folders = [git, ...(linked ? [linked.own] : [])];
    const lent = folders.flatMap((folder) =>
      ["modules", "config.worktree", "objects/info/alternates"].map((part) => join(folder, part)),
    );
    for (const part of [join(git, "commondir"), join(root, ".gitmodules"), ...lent]) {
      if (await lstat(part).then(() => true, isNotAbsent)) return false;
    }
    for (const folder of folders) {
      if (!(await lstat(folder)).isDirectory()) return false;
      if ((await readdir(folder, { withFileTypes: true })).some((entry) => entry.isSymbolicLink()))
        return false;
    }
    // Without these git does not accept the repository and searches this folder itself and its parents.
    const head = await smallText(join(linked?.own ?? git, "HEAD"), longestSettings);
    if (!/^(?:ref: refs\/|[0-9a-f]{40})/.test(head ?? "")) return false;
    for (const part of ["objects", "refs"]) await access(join(git, part), constants.X_OK);
    const config = await smallText(join(git, "config"), longestSettings);
    return config !== undefined && namesNoProgram(config);
  } catch (error) {
    absent(error);
    return false;
  }
}

/** A path that cannot be checked counts as existing. */
function isNotAbsent(error: NodeJS.ErrnoException): boolean {
  return error.code !== "ENOENT";
}

/** Reads git config strictly: a line that is not known to be harmless counts as harmful. */
function namesNoProgram(config: string): boolean {
  let section = "";
  for (const line of config.split("\n")) {
    const text = line.trim();
    if (text === "" || text.startsWith("#") || text.startsWith(";")) continue;
    const header = /^\[([a-z]+)(?: "[^"\\]*")?\]$/i.exec(text);
    if (header?.[1]) {
      section = header[1].toLowerCase();
      continue;
    }
    const key = /^([a-z]+)\s*=\s*[^"\\]*$/i.exec(text)?.[1]?.toLowerCase();
    const harmless = Object.hasOwn(harmlessKeys, section) ? harmlessKeys[section] : undefined;
    if (key === undefined || !harmless?.test(key)) return false;
  }
  return true;
}
