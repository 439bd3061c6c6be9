import { opendir, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { isInside, KestrelError } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import type { FolderListing } from "@kestrel/protocol/api";

/** Entries read and shown at most: a folder may have a million names. */
const mostListed = 500;
const mostRead = 20_000;

/**
 * The folders and GGUF files in a folder, by name; hidden folders last. Leaves out the `closed` folders. Throws
 * `workspace_invalid` with the reason (relative, missing, not_a_folder, forbidden, unreadable).
 */
export async function browseFolder(path: string, closed: readonly string[]): Promise<FolderListing> {
  const refuse = (reason: string) =>
    new KestrelError("workspace_invalid", `${path}: ${reason}`, { path, reason });
  if (!isAbsolute(path) || path.includes("\0")) throw refuse("relative");
  const real = await realpath(path).catch(absent);
  if (real === undefined) throw refuse("missing");
  if (!(await stat(real)).isDirectory()) throw refuse("not_a_folder");
  const forbidden = await Promise.all(
    closed.map(async (folder) => (await realpath(folder).catch(absent)) ?? folder),
  );
  const isOpen = (folder: string) => !forbidden.some((one) => isInside({ path: folder, folder: one }));
  if (!isOpen(real)) throw refuse("forbidden");

  const folders: string[] = [];
  const models: FolderListing["models"] = [];
  let read = 0;
  let more = false;
  const entries = await opendir(real).catch(absent);
  if (!entries) throw refuse("unreadable");
  for await (const entry of entries) {
    more = ++read > mostRead || folders.length >= mostListed || models.length >= mostListed;
    if (more) break;
    const place = join(real, entry.name);
    const maybeModel = /\.gguf$/i.test(entry.name);
    if (!entry.isDirectory() && !entry.isSymbolicLink() && !maybeModel) continue;
    // Links are followed: Hugging Face's cache uses them. Broken links are skipped.
    const facts = entry.isDirectory() ? undefined : await stat(place).catch(absent);
    if (entry.isDirectory() || facts?.isDirectory()) {
      if (isOpen(place)) folders.push(entry.name);
    } else if (maybeModel && facts?.isFile()) models.push({ name: entry.name, bytes: facts.size });
  }
  const parent = dirname(real);
  return {
    path: real,
    ...(parent !== real && { parent }),
    folders: folders.sort(hiddenLast),
    models: models.sort((one, other) => (one.name < other.name ? -1 : 1)),
    more,
  };
}

function hiddenLast(one: string, other: string): number {
  const hidden = Number(one.startsWith(".")) - Number(other.startsWith("."));
  return hidden || one.localeCompare(other, "en", { numeric: true });
}
