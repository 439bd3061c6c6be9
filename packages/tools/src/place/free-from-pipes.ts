import { constants, type Dirent } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { absent, passOver } from "@kestrel/diagnostics";

/** Ignore and attribute files that git and ripgrep read in each folder. */
const readOnTheWay = new Set([".gitignore", ".gitattributes", ".ignore", ".rgignore"]);
const exclude = join(".git", "info");

/** Milliseconds. A program that ends sooner is not blocked by a pipe. */
const patienceMs = 300;
const everyMs = 20;
/** Milliseconds after which a pipe that another process holds open is reported. */
const heldMs = 1_500;
/** Folders searched, nearest first. */
const mostFolders = 20_000;

/**
 * Protects a program that walks through a workspace: a pipe with the name of an ignore file would block it forever. Opens and
 * closes each such pipe for writing, so that its reader sees an empty file. Calls `stuck` when another process holds a pipe
 * open: the program has to be ended then. Call the returned function when the program is over.
 */
export function freeFromPipes(workspace: string, stuck: () => void): () => void {
  let over = false;
  let timer = setTimeout(() => void begin(), patienceMs);
  const begin = async () => {
    const pipes = await pipesIn(workspace, () => over);
    const until = Date.now() + heldMs;
    const free = async () => {
      if (over || pipes.length === 0) return;
      if (Date.now() > until) return stuck();
      await Promise.all(pipes.map(openedAndClosed));
      if (!over) timer = setTimeout(() => void free(), everyMs);
    };
    await free();
  };
  return () => {
    over = true;
    clearTimeout(timer);
  };
}

/** The open fails while no process reads the pipe; nothing is blocked then. */
async function openedAndClosed(path: string): Promise<void> {
  const end = await open(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0)).catch(
    passOver("freeing a pipe"),
  );
  await end?.close();
}

async function pipesIn(workspace: string, isOver: () => boolean): Promise<string[]> {
  const pipes: string[] = [];
  const look = async (folder: string): Promise<Dirent[]> => {
    const entries = (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? [];
    const isRead = (name: string) =>
      readOnTheWay.has(name) || (name === "exclude" && folder.endsWith(exclude));
    for (const entry of entries)
      if (entry.isFIFO() && isRead(entry.name)) pipes.push(join(folder, entry.name));
    return entries;
  };
  for (let at = workspace; at !== dirname(at); at = dirname(at)) {
    await look(join(at, exclude));
    if (at !== workspace) await look(at);
  }
  const level = [workspace];
  for (let left = mostFolders; left > 0 && level.length > 0 && !isOver(); ) {
    const looked = level.splice(0, Math.min(left, 64));
    left -= looked.length;
    const below = await Promise.all(
      looked.map(async (folder) =>
        (await look(folder))
          .filter((entry) => entry.isDirectory() && entry.name !== ".git")
          .map(({ name }) => join(folder, name)),
      ),
    );
    level.push(...below.flat());
  }
  return pipes;
}
