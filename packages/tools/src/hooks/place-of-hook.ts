import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import type { HookEntry } from "@kestrel/protocol/api";
import { everyWord } from "../command-line/every-word.ts";
import { withTree } from "../command-line/parse-line.ts";
import { type ConfinementPlan, planConfinement } from "../confine/plan-confinement.ts";
import { interpretedFiles } from "../shell/interpreted-files.ts";
import { foldersOf } from "../shell/named-scripts.ts";
import { unnamed } from "../shell/programs-that-run-files.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";

/** What running a hook inside the sandbox requires. */
export type HookConfinement = Pick<
  ToolDependencies,
  | "commandRunner"
  | "sandbox"
  | "guardedPlaces"
  | "extraRoots"
  | "skillFolders"
  | "closedFolders"
  | "environment"
>;

type Runs = Extract<ConfinementPlan, { kind: "plain" | "inside" }>;

/**
 * Where a hook runs: inside the sandbox, because its line runs files of the folder, and the model writes there. A user's hook may run
 * outside if it names nothing that can be in the folder. The same holds without a sandbox, except for a hook from the folder: the user
 * trusted its content.
 */
export async function placeOfHook(
  { command, outside = false }: Pick<HookEntry, "command" | "outside">,
  from: "user" | "workspace",
  workspace: string,
  confinement: HookConfinement | undefined,
): Promise<Runs | { kind: "nowhere"; why: string }> {
  if (!confinement) return { kind: "plain" };
  const { HOME = homedir() } = confinement.environment ?? process.env;
  const roots = [workspace, ...(confinement.extraRoots ?? [])];
  if (outside) {
    const named = await namedInFolder(command, roots, HOME, "any");
    if (named === undefined) return { kind: "plain" };
    return { kind: "nowhere", why: `it names ${named} in this folder, and \`outside\` is set` };
  }
  const plan = await planConfinement(confinement, {
    workspace,
    ...{ network: false, git: false, failedInside: false },
  });
  switch (plan.kind) {
    case "inside":
      if (plan.opened.length === 0) return plan;
      return { kind: "nowhere", why: "the .git of this folder is a link, so the sandbox cannot protect it" };
    case "refused":
      return { kind: "nowhere", why: `a sandbox is required, and there is none (${plan.why.reason})` };
    case "plain":
    case "outside": {
      const named = from === "user" && (await namedInFolder(command, roots, HOME, "scripts"));
      if (!named) return { kind: "plain" };
      return { kind: "nowhere", why: `it runs ${named} of this folder, and there is no sandbox` };
    }
    default:
      return plan satisfies never;
  }
}

/**
 * A file that a line names and that can be in the folder; `any`: also one that it writes to. Decided by the words, because a sandboxed
 * command can swap files during a check. Only a word without a slash that is not an interpreter's argument, such as text of a notice,
 * has to be an existing file.
 */
async function namedInFolder(
  line: string,
  roots: readonly string[],
  home: string,
  what: "scripts" | "any",
): Promise<string | undefined> {
  const [workspace = "/"] = roots;
  const isWithin = (path: string) => roots.some((folder) => isInside({ path, folder }));
  const written = line
    .replaceAll(/\$\{?PWD\}?|\$\(pwd\)|`pwd`/g, workspace)
    .replaceAll(/\$\{?HOME\}?|(?<=^|[\s"'=:;|&(<>])~(?=\/)/g, home);
  const named = await withTree(written, ({ rootNode }) => everyWord(rootNode));
  const { files, patterns, searched, programs, unknown } = await interpretedFiles(written);
  const folders = named && foldersOf(named.words);
  if (!named || !folders || unknown) return "files that cannot be known";
  const { words, redirects } = named;
  const into = redirects.find(({ target }) => target === undefined || isWithin(resolve(workspace, target)));
  if (what === "any" && into) return into.target ?? "a file that cannot be known";
  const run = [...files, ...patterns, ...searched];
  const paths = [...run, ...folders.slice(1), ...words.flatMap((word, at) => pathIn(word, words[at - 1]))];
  for (const name of paths) {
    const path = resolve(workspace, name);
    if (isWithin(path) || isWithin(await realOf(path))) return relative(workspace, path) || ".";
  }
  const [own] = programs.flatMap((program) => unnamed[basename(program)] ?? []);
  if (own !== undefined) return own;
  for (const word of words)
    if (!/^-|\//.test(word) && (await stat(resolve(workspace, word)).catch(absent))?.isFile()) return word;
  return undefined;
}

/** The path in a word, also after a flag's letter. Header types, `date` formats and `sed` code are not paths. */
function pathIn(word: string, before = ""): string[] {
  if (!word.includes("/") || /^\w[\w+.-]*:\/\//.test(word)) return [];
  if (/^(?:content-type|accept):$/i.test(before) || word.startsWith("+%")) return [];
  if (/^(?:sed|-[Ener]+)$/.test(before) && /^[sy]([/|#]).*\1.*\1\w*$/.test(word)) return [];
  return [word.replace(/^(?:--[\w-]+|-\w)/, "").replace(/^@/, "")];
}

/** The path with links resolved as far as it exists. */
async function realOf(path: string): Promise<string> {
  const real = await realpath(path).catch(absent);
  if (real !== undefined || path === dirname(path)) return real ?? path;
  return join(await realOf(dirname(path)), basename(path));
}
