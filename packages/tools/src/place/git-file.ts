import { isUtf8 } from "node:buffer";
import { stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { absent, passOver } from "@kestrel/diagnostics";
import { realPlace } from "./confined-path.ts";
import { smallFile } from "./small-text.ts";

/** Bytes; no system has longer paths. */
const longestText = 4_096;

/** One path without blanks around it. git keeps such blanks and ends at a NUL: only text that git reads in the same way is accepted. */
const plainPath = "\\S(?:[^\\0\\r\\n]*\\S)?";
const gitFile = new RegExp(`^gitdir: (${plainPath})\\r?\\n?$`);
const onePath = new RegExp(`^(${plainPath})\\r?\\n?$`);

/** `path`: absolute, links as written. `leadsTo`: links resolved, may not exist; missing when the folder that git uses is unknown. */
export type GitFile = { path?: string; leadsTo?: string };

/** The target of a folder's `.git` file, as git reads it. Undefined when `.git` is not such a file. */
export async function gitFileIn(folder: string): Promise<GitFile | undefined> {
  const file = join(folder, ".git");
  if (!(await stat(file).catch(absent))?.isFile()) return undefined;
  const bytes = await smallFile(file, longestText);
  if (bytes && !bytes.toString("latin1").startsWith("gitdir: ")) return undefined;
  const named = bytes && pathIn(bytes, gitFile);
  if (named === undefined) return {};
  const path = from(folder, named);
  return { path, leadsTo: await realPlace(path).catch(passOver("finding what git obeys")) };
}

/** The path in `commondir` or `gitdir` of a git folder, absolute, its links as written. */
export async function pathInGit(folder: string, name: "commondir" | "gitdir"): Promise<string | undefined> {
  const bytes = await smallFile(join(folder, name), longestText);
  const named = bytes && pathIn(bytes, onePath);
  return named === undefined ? undefined : from(folder, named);
}

function pathIn(bytes: Buffer, form: RegExp): string | undefined {
  return isUtf8(bytes) ? form.exec(bytes.toString("utf8"))?.[1] : undefined;
}

/** Not `resolve` or `join`: the kernel follows a link before it applies `..`. */
function from(folder: string, path: string): string {
  return isAbsolute(path) ? path : `${folder}/${path}`;
}
