import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { firstEntries } from "../files/first-entries.ts";
import { readSkill, type SkillRoom } from "./read-skill.ts";

type Read = Awaited<ReturnType<typeof readSkill>>;

/** Cached skills by folder, with their stamp and the room they took. */
const known = new Map<string, { stamp: string; read: Read; took: SkillRoom }>();
const mostKnown = 400;

/** Most files and folders whose stamps are compared; a larger folder is read each time. */
const mostStamped = 400;

/** Shortest time since the last change, in milliseconds: file system clocks are coarse, and two changes may have one time. */
const restMs = 2_000;

/**
 * The skill in a folder, as {@link readSkill} reads it; its bytes are read again only when a file's change time, size, path or name
 * differs. A change time cannot be set back, so the digest matches the files.
 */
export async function knownSkill(
  folder: string,
  shown: string,
  room: SkillRoom,
  rested = restMs,
): Promise<Read> {
  const key = `${folder}\0${shown}`;
  const found = await stampOf(folder).catch(absent);
  const before = known.get(key);
  const fits = before && before.took.files <= room.files && before.took.bytes <= room.bytes;
  if (found && fits && before.stamp === found.stamp) {
    room.files -= before.took.files;
    room.bytes -= before.took.bytes;
    return before.read;
  }
  const { files, bytes } = room;
  const read = await readSkill(folder, shown, room);
  known.delete(key);
  // One refused for lack of room may fit another time.
  const refused = read !== undefined && "why" in read;
  if (!found || refused || Date.now() - found.newestMs < rested) return read;
  const [oldest] = known.keys();
  if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest);
  const took = { files: files - room.files, bytes: bytes - room.bytes };
  known.set(key, { stamp: found.stamp, read, took });
  return read;
}

/** The folder's stamp, without reading a byte; undefined when it has too many entries. */
async function stampOf(folder: string): Promise<{ stamp: string; newestMs: number } | undefined> {
  const parts: string[] = [];
  let newest = 0n;
  const walk = async (at: string): Promise<boolean> => {
    const { entries, more } = await firstEntries(join(folder, at), mostStamped);
    if (more || parts.length + entries.length > mostStamped) return false;
    for (const { name } of entries) {
      const facts = await lstat(join(folder, at, name), { bigint: true });
      const { ino, dev, size, mode, ctimeNs, mtimeNs } = facts;
      parts.push(JSON.stringify([join(at, name), ...[dev, ino, mode, size, ctimeNs, mtimeNs].map(String)]));
      if (ctimeNs > newest) newest = ctimeNs;
      if (facts.isDirectory() && !(await walk(join(at, name)))) return false;
    }
    return true;
  };
  const whole = await walk("");
  return whole ? { stamp: parts.join("\n"), newestMs: Number(newest / 1_000_000n) } : undefined;
}
