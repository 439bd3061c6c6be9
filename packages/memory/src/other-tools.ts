import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { listItems } from "@kestrel/text";

/** Where other tools store their users' facts, relative to the home folder and to a workspace. */
const places = {
  home: [
    ".claude/CLAUDE.md",
    ".codex/memories/MEMORY.md",
    ".gemini/GEMINI.md",
    ".config/goose/memory",
    ".openclaw/workspace/MEMORY.md",
    ".hermes/memories/MEMORY.md",
    ".hermes/memories/USER.md",
  ],
  workspace: ["MEMORY.md", "CLAUDE.md", "CLAUDE.local.md", ".goose/memory"],
} as const;

/** A longer file is not a list of facts. Bytes. */
const longestFile = 200_000;
/** Most texts read from one folder; a memory has a few. */
const mostFiles = 100;

/** The text of a regular file: waits for no pipe, reads no device. Rejects beyond `most` bytes. */
export type ReadText = (path: string, most: number) => Promise<string>;

/**
 * The facts in files of other tools, with the file of each. None is active until accepted. A workspace may be untrusted: links that lead
 * out of it are not followed.
 */
export async function factsOfOtherTools(
  readText: ReadText,
  home: string,
  workspace?: string,
): Promise<{ file: string; workspace?: string; facts: string[] }[]> {
  const found: { file: string; workspace?: string; facts: string[] }[] = [];
  const look = async (path: string, scope: { workspace?: string }) => {
    for (const file of await filesAt(path, scope.workspace)) {
      const real = await placeOf(file, scope.workspace);
      const text = real === undefined ? undefined : await readText(real, longestFile).catch(absent);
      const facts = listItems(text ?? "").map(({ content }) => content);
      if (facts.length > 0) found.push({ file, ...scope, facts });
    }
  };
  // Sequential, so that a slow disk blocks one of the four threads.
  for (const path of places.home) await look(join(home, path), {});
  if (workspace !== undefined)
    for (const path of places.workspace) await look(join(workspace, path), { workspace });
  return found;
}

/** The file itself, or the texts in a folder. */
async function filesAt(path: string, within: string | undefined): Promise<string[]> {
  const real = await placeOf(path, within);
  if (real === undefined) return [];
  const names = await readdir(real).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOTDIR") return undefined;
    return absent(error) ?? [];
  });
  if (names === undefined) return [path];
  const texts = names.filter((name) => /\.(md|txt)$/.test(name)).sort();
  return texts.slice(0, mostFiles).map((name) => join(path, name));
}

/** The real path of a file or folder; undefined for a missing one and for one outside `within`. */
async function placeOf(path: string, within: string | undefined): Promise<string | undefined> {
  const real = await realpath(path).catch(absent);
  if (real === undefined || within === undefined) return real;
  return isInside({ path: real, folder: await realpath(within) }) ? real : undefined;
}
