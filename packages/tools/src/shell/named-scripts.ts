import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open, readdir, readlink } from "node:fs/promises";
import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type CallBinding, isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { matchesGlob } from "@kestrel/text";
import { everyWord } from "../command-line/every-word.ts";
import { withTree } from "../command-line/parse-line.ts";
import { interpretedFiles } from "./interpreted-files.ts";
import { unnamed } from "./programs-that-run-files.ts";

const unnamedFiles = new Set(Object.values(unnamed).flatMap((names) => names.map((name) => basename(name))));
const scriptName = /\.(sh|bash|zsh|fish|ksh|[cm]?[jt]sx?|py|rb|pl|php|lua|ps1|r|awk|sed|mk|gradle|kts)$/i;

/** The limit of Linux (path_resolution(7)). */
const mostLinks = 40;
const mostMoves = 3;
const mostCandidates = 200;
/** Entries of a folder in which a pattern is matched. */
const mostEntries = 10_000;
const mostScripts = 50;
const pieceBytes = 64 * 1024;
const mostBytes = 16 * 1024 * 1024;
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

export type NamedScripts = {
  binding: CallBinding;
  /** Whether it runs files whose bytes are not in the binding. */
  unread: boolean;
};

type Where = {
  /** The line gets more rights than the sandbox gives: what it does not bind is also `unread` in the binding. */
  opened?: boolean;
  /** Paths that are another folder where it runs, first match first, and those where less trusted commands write. */
  kept?: ReadonlyMap<string, string>;
  home?: string;
};

/**
 * The scripts that a command names or its programs load by fixed names, each with the hash of its bytes: an approval covers only these
 * bytes. What a script reads itself is not covered. A command that names too many says so under `unread`, with a new value each time,
 * so that no session approval covers it. An interpreter's argument in the workspace or a kept path counts whatever its name, even if
 * it does not exist yet.
 */
export async function namedScripts(
  command: string,
  workspace: string,
  callName: string,
  { opened = false, kept = new Map(), home }: Where = {},
): Promise<NamedScripts> {
  const unread: NamedScripts = { binding: { unread: callName }, unread: true };
  const named = await withTree(command, ({ rootNode }) => everyWord(rootNode));
  if (!named) return unread;
  const { words } = named;
  const folders = foldersOf(words);
  const known = new Set(words.flatMap((word) => unnamedOf(word)));
  const found = await interpretedFiles(command, { home, folder: workspace });
  const isOwn = (path: string) => [workspace, ...kept.keys()].some((folder) => isInside({ path, folder }));
  if (!folders) return unread;
  const names = new Map([...words.filter(isPath), ...known].map((name) => [name, false]));
  for (const name of found.files) names.set(name, true);
  for (const folder of folders)
    for (const pattern of found.patterns) {
      const fitting = await fittingNames(resolve(workspace, folder), pattern, kept);
      if (!fitting) return unread;
      for (const path of fitting) names.set(path, true);
    }
  if (names.size > mostCandidates) return unread;
  const binding: Record<string, string> = {};
  for (const folder of folders) {
    for (const [name, run] of names) {
      const path = resolve(workspace, folder, name);
      const own = isOwn(path);
      const behind = await fileBehind(path, kept);
      if (behind === undefined) {
        if (run) return unread;
        continue;
      }
      const hash =
        binding[`script ${path}`] ??
        (await scriptHash(behind, path, own, own && run)) ??
        (own && run && isPath(name) ? "nothing" : undefined);
      if (hash === undefined) continue;
      if (hash === "unread" || Object.keys(binding).length >= mostScripts) return unread;
      binding[`script ${path}`] = hash;
    }
  }
  const unknown = found.unknown || found.searched.some((path) => isOwn(resolve(path)));
  return { binding: opened && unknown ? { ...binding, unread: callName } : binding, unread: unknown };
}

function unnamedOf(word: string): readonly string[] {
  const name = basename(word);
  return Object.hasOwn(unnamed, name) ? (unnamed[name] ?? []) : [];
}

/** The paths that match a pattern, relative to a folder. Undefined for too many. */
async function fittingNames(
  folder: string,
  pattern: string,
  kept: ReadonlyMap<string, string>,
): Promise<string[] | undefined> {
  let paths = [pattern.startsWith("/") ? "/" : folder];
  for (const part of pattern.split("/")) {
    if (!part.includes("*")) paths = paths.map((path) => join(path, part));
    else {
      const below: string[] = [];
      for (const path of paths) {
        const behind = await fileBehind(path, kept);
        const entries = behind === undefined ? [] : ((await readdir(behind).catch(absent)) ?? []);
        if (entries.length > mostEntries) return undefined;
        for (const name of entries) if (matchesGlob(part, name)) below.push(join(path, name));
        if (below.length > mostCandidates) return undefined;
      }
      paths = below;
    }
  }
  return paths;
}

/** The folders that a line can be in, relative to its start: each `cd` target, from each of the others. Undefined for too many. */
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

/**
 * The file on this machine that a path means where a command runs, with links resolved as they are there. Undefined when the path
 * differs for each process.
 */
async function fileBehind(path: string, kept: ReadonlyMap<string, string>): Promise<string | undefined> {
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
    if (next === "/proc") return undefined;
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

/** Hex SHA-256; undefined for no file or no script, `unread` if too long. `own`: includes executables. `run`: every file counts. */
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
