import { basename } from "node:path";
import type { NamedFile, NamedFiles } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { estimateTokens } from "@kestrel/text";
import { fileText } from "../encoding/file-text.ts";
import { type Bounds, boundsOf, confine, type OwnFolders } from "../place/confined-path.ts";
import { readWhole } from "../place/file-content.ts";
import { withFile } from "../place/open-file.ts";
import { projectPaths } from "../place/project-paths.ts";
import { isSecret } from "../place/protected-paths.ts";

/** Names checked in one message. */
const mostNames = 8;
/** Bytes. A larger file is not added to a message as context. */
const largest = 24_000;
/** The lines that `read` shows at once. */
const mostLines = 200;

/** Files named by path, or by a name that is unique in the folder. Links are not followed, ignored folders not entered. */
export function namedFiles(folders: OwnFolders): NamedFiles {
  return {
    namedIn: async (message, workspace) =>
      (await look(folders, message, workspace).catch(passOver("looking for named files"))) ?? [],
  };
}

async function look(folders: OwnFolders, message: string, workspace: string): Promise<NamedFile[]> {
  // A message without a dot or a capital names no file.
  if (!/[.\p{Lu}]/u.test(message)) return [];
  const paths = await projectPaths(workspace);
  const bounds = await boundsOf(workspace, folders);
  const files = await Promise.all(
    namedPaths(paths, message)
      .slice(0, mostNames)
      .map((path) => textFile(bounds, path).catch(passOver("reading a named file"))),
  );
  return files.filter((file) => file !== undefined);
}

/** In the order of the message. A bare name counts only when it is unique. */
function namedPaths(paths: readonly string[], message: string): string[] {
  const byName = new Map<string, number>();
  for (const path of paths) byName.set(basename(path), (byName.get(basename(path)) ?? 0) + 1);
  const found = paths.flatMap((path) => {
    const whole = placeOf(path, message);
    const at = whole ?? (byName.get(basename(path)) === 1 ? placeOf(basename(path), message) : undefined);
    return at === undefined ? [] : [{ path, at }];
  });
  return found.sort((one, other) => one.at - other.at).map(({ path }) => path);
}

/** Where a message names a file as a whole word. `test` and `config` are ordinary words; `a.py` and `Makefile` are names. */
function placeOf(name: string, message: string): number | undefined {
  if (!/[./]/.test(name) && !/^\p{Lu}/u.test(name)) return undefined;
  for (let at = message.indexOf(name); at >= 0; at = message.indexOf(name, at + 1)) {
    const before = message.slice(0, at).replace(/(?:^|(?<=[^\w.]))\.\/$/, "");
    const after = message.slice(at + name.length);
    if (!/[\w./\\-]$/.test(before) && !/^(?:[\w/\\-]|\.\w)/.test(after)) return at;
  }
  return undefined;
}

async function textFile(bounds: Bounds, path: string): Promise<NamedFile | undefined> {
  const place = await confine(bounds, path);
  if (isSecret(place)) return undefined;
  const text = await withFile(bounds, place, async (handle, { size }) => {
    const bytes = size > largest ? undefined : await readWhole(handle, largest);
    return bytes && fileText(bytes)?.text;
  });
  if (text === undefined || text.split("\n").length > mostLines) return undefined;
  return { path: place.path, length: text.length, tokens: estimateTokens(text) };
}
