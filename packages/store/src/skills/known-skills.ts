import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { firstEntries } from "../files/first-entries.ts";
import { readSkill, type SkillRoom } from "./read-skill.ts";

type Read = Awaited<ReturnType<typeof readSkill>>;

/** Skills that were read before, by their folder, with the stamp they had then and the room they took. */
const known = new Map<string, { stamp: string; read: Read; took: SkillRoom }>();
const mostKnown = 400;

/** Files and folders whose stamps are worth comparing; a folder with more is read each time. */
const mostStamped = 400;

/** Milliseconds a folder must have rested: clocks of file systems are coarse, and two changes may have one time. */
const restMs = 2_000;

/**
 * The skill in a folder, as {@link readSkill} reads it, its bytes read again only where a file's change time, size, place or name is
 * another. A change time cannot be set back, so what was digested is what lies there.
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
  // What is refused for the others beside it may be read another time.
  const refused = read !== undefined && "why" in read;
  if (!found || refused || Date.now() - found.newestMs < rested) return read;
  const [oldest] = known.keys();
  if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest);
  const took = { files: files - room.files, bytes: bytes - room.bytes };
  known.set(key, { stamp: found.stamp, read, took });
  return read;
}

/** What a look at the folder tells without reading a byte; undefined where there is too much of it. */
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
