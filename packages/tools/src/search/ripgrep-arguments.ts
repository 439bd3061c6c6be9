import { access } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { isInside } from "@kestrel/core";
import { type Bounds, type ConfinedPath, rootAround } from "../place/confined-path.ts";
import { isSecret, secretNames } from "../place/protected-paths.ts";

/**
 * `bytes`: instead of hits, the files whose raw bytes match a pattern. `survey`: a fast search of many files: unordered, small files
 * only, and skipped files are not reported.
 */
export type SearchWish = {
  pattern: string;
  glob?: string;
  literal: boolean;
  bytes?: string;
  survey?: true;
};

/** Hits shown per file, so that one file does not hide the others. */
export const mostHitsInFile = 25;
/** Larger files are searched only when named. */
export const mostBytesInFile = 16 * 1024 * 1024;
/** Larger files are generated: a survey skips them. */
const mostBytesInSurvey = 400_000;
const mostHitsInSurvey = 200;
/** UTF-16 units shown of a line. */
export const longestHit = 240;

/** Run in the root around the path. Sorted by path, so that equal searches give equal bytes; with hidden files but never git's own. */
export async function ripgrepArguments(
  bounds: Bounds,
  place: ConfinedPath,
  wish: SearchWish,
): Promise<string[]> {
  const root = rootAround(bounds, place.real);
  const common = [
    "--no-config",
    // `--debug` reports skipped files.
    ...(wish.survey ? ["--no-messages"] : ["--debug", "--sort=path"]),
    "--color=never",
    "--hidden",
    "--no-require-git",
  ];
  // Outside a repository, ignore files above the workspace are unrelated, such as a dotfiles `*` in the home folder.
  if (!(await isInRepository(root))) common.push("--no-ignore-parent");
  if (wish.glob !== undefined && wish.glob !== "") common.push("--glob", wish.glob);
  common.push("--glob", "!.git");
  for (const folder of bounds.closed) {
    if (folder === root || !isInside({ path: folder, folder: root })) continue;
    common.push("--glob", `!/${globLiteral(relative(root, folder).split(sep).join("/"))}`);
  }
  // A search within secrets was approved, so it includes them.
  if (!isSecret(place)) for (const name of secretNames) common.push("--iglob", `!**/${name}`);
  const at = `./${relative(root, place.real).split(sep).join("/")}`;
  if (wish.pattern === "") return [...common, "--files", "--", at];
  if (wish.bytes !== undefined)
    return [...common, "--files-with-matches", "--binary", `--regexp=${wish.bytes}`, "--", at];
  const shape = [
    "--line-number",
    "--no-heading",
    "--with-filename",
    "--null",
    "--smart-case",
    // Reports that a binary file matches, without its lines.
    "--binary",
    `--max-filesize=${wish.survey ? mostBytesInSurvey : mostBytesInFile}`,
  ];
  const bounded = [
    `--max-columns=${longestHit}`,
    "--max-columns-preview",
    `--max-count=${wish.survey ? mostHitsInSurvey : mostHitsInFile}`,
  ];
  const reading = [
    wish.literal ? "--fixed-strings" : "--engine=default",
    ...(wish.pattern.includes("\n") ? ["--multiline"] : []),
  ];
  return [...common, ...shape, ...bounded, ...reading, `--regexp=${wish.pattern}`, "--", at];
}

function globLiteral(path: string): string {
  return path.replace(/[\\*?[\]{}!]/g, "\\$&");
}

async function isInRepository(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await access(join(at, ".git")).then(
      () => true,
      () => false, // expected: it is no repository
    );
    if (found) return true;
    if (dirname(at) === at) return false;
  }
}
