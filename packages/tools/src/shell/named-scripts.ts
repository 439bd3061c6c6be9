import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open, readlink } from "node:fs/promises";
import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type CallBinding, isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { everyWord } from "../command-line/every-word.ts";
import { withTree } from "../command-line/parse-line.ts";
import { interpretedFiles } from "./interpreted-files.ts";

/** What programs run without being told its name. */
export const unnamed: Readonly<Record<string, readonly string[]>> = {
  bun: ["package.json"],
  cargo: ["Cargo.toml", "build.rs"],
  deno: ["deno.json", "deno.jsonc"],
  gmake: ["GNUmakefile", "makefile", "Makefile"],
  gradle: ["build.gradle", "build.gradle.kts"],
  gradlew: ["build.gradle", "build.gradle.kts"],
  just: ["justfile", ".justfile"],
  make: ["GNUmakefile", "makefile", "Makefile"],
  npm: ["package.json"],
  npx: ["package.json"],
  pnpm: ["package.json"],
  rake: ["Rakefile"],
  task: ["Taskfile.yml", "Taskfile.yaml"],
  yarn: ["package.json"],
};

const unnamedFiles = new Set(Object.values(unnamed).flat());
const scriptName = /\.(sh|bash|zsh|fish|ksh|[cm]?[jt]sx?|py|rb|pl|php|lua|ps1|r|awk|sed|mk|gradle|kts)$/i;

/** As Linux follows them (path_resolution(7)). */
const mostLinks = 40;
const mostMoves = 3;
const mostCandidates = 200;
const mostScripts = 50;
const pieceBytes = 64 * 1024;
const mostBytes = 16 * 1024 * 1024;
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * The scripts that a command names, or whose names its programs know, each with the hash of its bytes: an answer covers these
 * bytes and no others. What a script reads in its turn is not covered. A command that names more than can be looked at says so
 * under `unread`, with a value of its own each time, so that no answer for the session ever covers it. What an interpreter is given in
 * the workspace counts whatever its name is, and where nothing is there yet. `opened`: the line gets more than the sandbox has, so one
 * whose scripts the shell works out is `unread`, too. `kept`: places that are another folder where it runs, the first that fits.
 */
export async function namedScripts(
  command: string,
  workspace: string,
  callName: string,
  { opened = false, kept = new Map() }: { opened?: boolean; kept?: ReadonlyMap<string, string> } = {},
): Promise<CallBinding> {
  const named = await withTree(command, ({ rootNode }) => everyWord(rootNode));
  if (!named) return { unread: callName };
  const { words } = named;
  const folders = foldersOf(words);
  const known = new Set(words.flatMap((word) => unnamed[word.slice(word.lastIndexOf("/") + 1)] ?? []));
  const { files, unknown } = await interpretedFiles(command);
  const run = new Set(files);
  const names = [...new Set([...words.filter(isPath), ...known, ...files])];
  const binding: Record<string, string> = {};
  if (!folders || names.length > mostCandidates) return { unread: callName };
  for (const folder of folders) {
    for (const name of names) {
      const path = resolve(workspace, folder, name);
      const own = isInside({ path, folder: workspace });
      const behind = kept.size > 0 ? await fileBehind(path, kept) : path;
      const hash =
        binding[`script ${path}`] ??
        (await scriptHash(behind, path, own, own && run.has(name))) ??
        (own && run.has(name) && isPath(name) ? "nothing" : undefined);
      if (hash === undefined) continue;
      if (hash === "unread" || Object.keys(binding).length >= mostScripts) return { unread: callName };
      binding[`script ${path}`] = hash;
    }
  }
  return opened && unknown ? { ...binding, unread: callName } : binding;
}

/** The folders that a line can be in, relative to the one it starts in: each that it goes to, from each of the others. Undefined for too many. */
export function foldersOf(words: readonly string[]): string[] | undefined {
  const moves = words.filter((word, at) => {
    const before = words.slice(0, at).findLast((one) => !/^-[LPe-]+$/.test(one));
    return /^(?:cd|pushd|-C|--chdir|--directory|--cwd|--prefix)$/.test(before ?? "") && !/^-./.test(word);
  });
  if (moves.length > mostMoves) return undefined;
  const folders = new Set(["."]);
  for (const move of moves)
    for (const folder of [...folders]) folders.add(isAbsolute(move) ? move : join(folder, move));
  return [...folders];
}

/** The file of this machine that a path leads to where a command runs: links are followed as they lead there. */
async function fileBehind(path: string, kept: ReadonlyMap<string, string>): Promise<string> {
  const here = (inside: string) => {
    for (const [place, folder] of kept)
      if (isInside({ path: inside, folder: place })) return join(folder, relative(place, inside));
    return inside;
  };
  let names = path.split(sep);
  let at = "/";
  for (let links = 0; names.length > 0; ) {
    const [name = "", ...rest] = names;
    names = rest;
    const next = resolve(at, name);
    const link = await readlink(here(next)).catch(absent);
    if (link === undefined) at = next;
    else if (++links > mostLinks) return path;
    else {
      if (isAbsolute(link)) at = "/";
      names = [...link.split(sep), ...rest];
    }
  }
  return here(at);
}

function isPath(word: string): boolean {
  return !word.startsWith("-") && word.length < 4096 && /[/.\w]/.test(word) && !word.includes("\0");
}

/** Hex SHA-256 of a script's bytes; undefined for what is no file or no script, `unread` for what is too long. `own`: what may be executed counts, too. `run`: every file counts. */
async function scriptHash(
  behind: string,
  path: string,
  own: boolean,
  run: boolean,
): Promise<string | undefined> {
  const file = await open(behind, flags).catch(absent);
  if (!file) return undefined;
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return undefined;
    const piece = Buffer.allocUnsafe(pieceBytes);
    const first = await file.read(piece, 0, pieceBytes, 0);
    const marked = first.bytesRead > 1 && piece.toString("latin1", 0, 2) === "#!";
    const runs = run || (own && ((stat.mode & 0o111) !== 0 || unnamedFiles.has(basename(path))));
    if (!marked && !runs && !scriptName.test(path)) return undefined;
    if (stat.size > mostBytes) return "unread";
    const hash = createHash("sha256");
    let at = 0;
    for (
      let { bytesRead } = first;
      bytesRead > 0;
      { bytesRead } = await file.read(piece, 0, pieceBytes, at)
    ) {
      hash.update(piece.subarray(0, bytesRead));
      at += bytesRead;
      if (at > mostBytes) return "unread";
    }
    return hash.digest("hex");
  } finally {
    await file.close();
  }
}
