import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { lstat, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import type { FoundSkill } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import type { IgnoredThing } from "@kestrel/protocol/api";
import { visibleText } from "@kestrel/text";
import { firstEntries } from "../files/first-entries.ts";
import { openRegular } from "../files/open-regular.ts";
import { bytesUpTo, readBoundedExactly } from "../files/read-bounded.ts";
import { readFrontMatter, textIn } from "./front-matter.ts";

/** The longest of 18 public ones has about 80,000. Bytes. */
const longestSkill = 256 * 1024;

/** Of 18 public ones nine of ten have at most 61 files; fonts are the largest of them. */
const most = { files: 300, folders: 60, depth: 5, bytes: 16 * 1024 * 1024 } as const;

/** What may still be read of all skills together. They are read before they are trusted, and again for each session. Bytes. */
export type SkillRoom = { files: number; bytes: number };

/** Enough for 100 skills of the size that nine in ten public ones have. */
export const skillRoom = (): SkillRoom => ({ files: 2_000, bytes: 32 * 1024 * 1024 });

/** UTF-16 units. A longer description is cut. */
const longestDescription = 1_024;

/** Keys that a skill may not set: they set permissions or run something by themselves. */
const policy = ["hooks", "mcpServers", "mcp-servers", "permissionMode", "permission-mode"] as const;

/** The path under which a decision about it is stored. */
export function skillFile({ shown }: Pick<FoundSkill, "shown">): string {
  return `${shown}/SKILL.md`;
}

/** Reads the skill in a folder, given by its real path, within `room`; runs nothing and follows no link. Undefined without a `SKILL.md`. */
export async function readSkill(
  folder: string,
  shown: string,
  room: SkillRoom,
): Promise<FoundSkill | IgnoredThing | undefined> {
  const path = skillFile({ shown });
  const file = join(folder, "SKILL.md");
  const facts = await lstat(file).catch(absent);
  if (!facts) return undefined;
  if (facts.isSymbolicLink()) return { path, why: "link_outside" };
  if (!facts.isFile()) return { path, why: "not_a_file" };
  const whole = await readBoundedExactly(file, longestSkill).catch(absent);
  if (whole === undefined) return { path, why: "skill_too_large" };
  const { values, text } = await readFrontMatter(whole);
  if (policy.some((key) => key in values)) return { path, why: "sets_policy" };
  const name = textIn(values, "name") ?? basename(folder);
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)) return { path, why: "skill_invalid" };
  const files = await filesIn(folder, room);
  if (!files) return { path, why: "skill_too_large" };
  // The text and the digest must be of the same bytes.
  if (!files.some((one) => one.path === "SKILL.md" && one.digest === digestOf(whole)))
    return { path, why: "skill_invalid" };
  return {
    name,
    description: visibleText((textIn(values, "description") ?? "").slice(0, longestDescription)),
    folder,
    shown,
    text: visibleText(text).trim(),
    beside: files.filter((one) => one.path !== "SKILL.md"),
    digest: digestOf(JSON.stringify(files.map(({ path: one, digest }) => [one, digest]))),
    forModel: textIn(values, "disable-model-invocation") !== "true",
  };
}

type HashedFile = { path: string; digest: string };

/**
 * Every regular file of a skill with its digest, in order; skips links, pipes and devices. Undefined when it exceeds the limits: then none
 * is opened.
 */
async function filesIn(folder: string, room: SkillRoom): Promise<HashedFile[] | undefined> {
  const paths: string[] = [];
  let folders = 0;
  let bytes = 0;
  const walk = async (at: string, depth: number): Promise<boolean> => {
    if (++folders > most.folders || depth > most.depth) return false;
    const { entries, more } = await firstEntries(join(folder, at), most.files);
    if (more) return false;
    for (const entry of entries) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!(await walk(path, depth + 1))) return false;
      } else if (entry.isFile()) {
        bytes += (await lstat(join(folder, path))).size;
        paths.push(path);
        if (paths.length > most.files || bytes > most.bytes) return false;
      }
    }
    return true;
  };
  const whole = await walk("", 0).catch(absent);
  if (!whole || paths.length > room.files || bytes > room.bytes) return undefined;
  room.files -= paths.length;
  room.bytes -= bytes;
  const found: HashedFile[] = [];
  let left = bytes;
  for (const path of paths) {
    // It has grown past the limit since.
    const content = await contentOf(join(folder, path), left);
    if (!content) return undefined;
    left -= content.length;
    found.push({ path, digest: digestOf(content) });
  }
  return found;
}

async function contentOf(file: string, left: number): Promise<Buffer | undefined> {
  const handle = await openRegular(file, constants.O_RDONLY).catch(absent);
  if (!handle) return undefined;
  try {
    return await bytesUpTo(handle, left);
  } finally {
    await handle.close();
  }
}

/** The text of a file beside the skill, by its relative path; undefined for anything that is not such a file. */
export async function readBeside(skill: FoundSkill, path: string): Promise<string | undefined> {
  const known = skill.beside.find((one) => one.path === path);
  if (!known) return undefined;
  const file = join(skill.folder, path);
  // A folder on the path may have become a link since it was checked.
  if (((await realpath(file).catch(absent)) ?? "") !== file) return undefined;
  const text = await readBoundedExactly(file, longestSkill).catch(absent);
  const same = text !== undefined && digestOf(text) === known.digest;
  return same && !text.includes("\0") ? visibleText(text) : undefined;
}

function digestOf(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
