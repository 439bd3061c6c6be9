import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import { type FoundHook, isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import type { HookEntry, IgnoredThing } from "@kestrel/protocol/api";
import { readBoundedExactly } from "../files/read-bounded.ts";
import { fileWithin } from "./project-files.ts";

/** Bytes. The person has to read a script before trusting it, so a longer one is refused. */
const longestScript = 64 * 1024;

/** Words of a command. A hook with more is refused. */
const mostWords = 64;

type Refusal = Extract<IgnoredThing["why"], "hook_invalid" | "hook_not_plain">;

/** The hooks of a folder, each with the folder's files that its command names: a decision covers every byte of those. */
export async function workspaceHooks(
  workspace: string,
  entries: readonly HookEntry[],
): Promise<{ hooks: FoundHook[]; refused: ReadonlySet<Refusal> }> {
  const hooks: FoundHook[] = [];
  const refused = new Set<Refusal>();
  for (const entry of entries) {
    const files = await scriptsOf(workspace, entry);
    if (typeof files === "string") refused.add(files);
    else {
      const told = [entry, files.map(({ path, digest }) => [path, digest])];
      hooks.push({ entry, files, digest: digestOf(JSON.stringify(told)) });
    }
  }
  return { hooks, refused };
}

/** The current digest of a hook: of the entry and every byte of its files; undefined when it would be refused. */
export async function digestOfHook(workspace: string, entry: HookEntry): Promise<string | undefined> {
  return (await workspaceHooks(workspace, [entry])).hooks[0]?.digest;
}

/** The regular files within the folder that a line names; why it is refused when one cannot be determined, or shown whole. */
async function scriptsOf(
  workspace: string,
  { command, env_from: variables, outside }: HookEntry,
): Promise<FoundHook["files"] | Refusal> {
  // A workspace may not choose which variables of the user a hook gets, or where it runs.
  if (variables || outside !== undefined) return "hook_invalid";
  const plain = plainWords(command);
  if (!plain) return "hook_not_plain";
  const words = new Set(plain.flatMap(partsOf).filter((word) => word !== ""));
  if (words.size > mostWords) return "hook_invalid";
  const files: FoundHook["files"][number][] = [];
  for (const word of words) {
    const path = resolve(workspace, word);
    // A path through these differs in each process, as `/proc/self/cwd` does.
    if (isInside({ path, folder: "/proc" }) || isInside({ path, folder: "/dev/fd" })) return "hook_not_plain";
    const found = await fileWithin(workspace, path);
    if (!found) continue;
    if ("why" in found) {
      // A program of the machine may be named by its absolute path.
      if (found.why === "link_outside" && (!isAbsolute(word) || isInside({ path, folder: workspace })))
        return "hook_invalid";
      // A folder may be named. A pipe is refused: its content cannot be shown in advance.
      if (found.why === "not_a_file" && !(await stat(path).catch(absent))?.isDirectory())
        return "hook_invalid";
      continue;
    }
    const text = await readBoundedExactly(found.real, longestScript).catch(absent);
    if (text === undefined) return "hook_invalid";
    files.push({ path: word, digest: digestOf(text), text });
  }
  return files;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Characters that sh expands, and line ends: with one of these the files that a line runs cannot be read from it. */
const meansMore = /[$`\\*?[\]{}~;&|<>()\p{Cc}]/u;

/** Commands whose target is determined elsewhere: by another folder, other variables, or a nested line. */
const elsewhere: ReadonlySet<string> = new Set(["cd", "pushd", "env", "eval", "source"]);

const assignment = /^\w+\+?=/;

/**
 * The words of a line of sh as a program gets them; undefined when it is more than plain words. Quotes may enclose blanks: without `$` and
 * `\` sh only removes them.
 */
function plainWords(line: string): readonly string[] | undefined {
  if (meansMore.test(line)) return undefined;
  const words = line.match(/(?:[^ '"]|'[^']*'|"[^"]*")+/g) ?? [];
  // The rest contains an unmatched quote.
  if (line.replace(/(?:[^ '"]|'[^']*'|"[^"]*")+/g, "").trim() !== "") return undefined;
  const plain = words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
  return plain.some((word, at) => !isPlain(word, at === 0)) ? undefined : plain;
}

/** Parts of a word that may name a file: the whole, the parts around `=`, `:`, `,` and `@`, and the value of a short option. */
function partsOf(word: string): readonly string[] {
  const parts = [word, ...word.split(/\s+/), ...word.split(/[\s=:,@]+/)];
  return [...parts, ...parts.flatMap((part) => (/^-[A-Za-z]./.test(part) ? [part.slice(2)] : []))];
}

/** A word with blanks may be a command line itself, as after `sh -c`. */
function isPlain(word: string, first: boolean): boolean {
  if (/['"]/.test(word)) return false;
  const inner = word.trim().split(/\s+/);
  const [start = ""] = inner;
  if ((first || inner.length > 1) && (start === "." || assignment.test(start))) return false;
  return !inner.some((one) => elsewhere.has(one.split("/").at(-1) ?? ""));
}
