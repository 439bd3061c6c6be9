import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { absent } from "@kestrel/diagnostics";

/** Where other tools keep what their users asked them to remember; below the home folder, and below a workspace. */
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

/** A file longer than this is no list of facts. UTF-16 units. */
const longestFile = 200_000;

/** The facts of files that other tools keep, with the file of each. Nothing of them is in force by being found. */
export async function factsOfOtherTools(
  home: string,
  workspace?: string,
): Promise<{ file: string; workspace?: string; facts: string[] }[]> {
  const wanted = [
    ...places.home.map((path) => ({ path: join(home, path) })),
    ...(workspace === undefined
      ? []
      : places.workspace.map((path) => ({ path: join(workspace, path), workspace }))),
  ];
  const found = await Promise.all(
    wanted.map(async ({ path, ...scope }) =>
      Promise.all(
        (await filesAt(path)).map(async (file) => {
          const text = (await readFile(file, "utf8").catch(absent)) ?? "";
          return { file, ...scope, facts: factsIn(text.slice(0, longestFile)) };
        }),
      ),
    ),
  );
  return found.flat().filter(({ facts }) => facts.length > 0);
}

/** The file itself, or the texts in a folder. */
async function filesAt(path: string): Promise<string[]> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOTDIR") return undefined;
    return absent(error) ?? [];
  });
  return names === undefined
    ? [path]
    : names.filter((name) => /\.(md|txt)$/.test(name)).map((name) => join(path, name));
}

/** One fact on each line of a list. */
function factsIn(text: string): string[] {
  return text.split("\n").flatMap((line) => /^\s*[-*] +(.*\S)\s*$/.exec(line)?.[1] ?? []);
}
