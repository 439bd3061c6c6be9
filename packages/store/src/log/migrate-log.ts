import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { openRegular } from "../files/open-regular.ts";
import { checkpointOf } from "./checkpoint-file.ts";
import { readLine, recordIn, writeLine } from "./log-line.ts";
import { logVersion, type Migrations, migrateEvent, migrations } from "./migrations.ts";
import { lastWholeLine, longestLine, readLines } from "./read-lines.ts";
import { syncFolder } from "./sync-folder.ts";

const lineFeed = Buffer.of(0x0a);

/** `<id>.v<version>.<milliseconds>.backup` */
export const backupName = /^(s[0-9a-z]{8,40})\.v\d+\.\d+\.backup$/;
/** An unfinished migration; after a crash the next purge deletes it. */
export const migratingName = /^s[0-9a-z]{8,40}\.[0-9a-f]{16}\.migrating$/;

/**
 * Migrates a log of an earlier version to the current one, before anything is written to it. The old file stays beside it until it is
 * purged. A crash leaves the old log or the new one under its name. Unreadable lines stay unchanged.
 */
export async function migrateLog(file: string, now: () => Date, known = migrations): Promise<void> {
  if (known[logVersion - 1] === undefined) return;
  const source = await openRegular(file, constants.O_RDONLY).catch(absent);
  if (!source) return;
  const base = file.replace(/\.jsonl$/, "");
  const fresh = `${base}.${randomBytes(8).toString("hex")}.migrating`;
  try {
    const from = await versionOf(source);
    if (from === undefined || from >= logVersion || !known[from]) return;
    const target = await open(fresh, "wx", 0o600);
    try {
      const { size } = await source.stat();
      const end = await lastWholeLine(source, size);
      if (size - end > longestLine) return;
      for await (const lines of readLines(source, 0, end)) {
        // Kestrel never writes an empty line or one that is too long to be read. This is not its log.
        if (lines.some(({ bytes }) => bytes.length === 0)) return;
        await target.writeFile(Buffer.concat(lines.map(({ bytes }) => migratedLine(bytes, known))));
      }
      // A torn end is copied unchanged. Opening the log quarantines it.
      const torn = Buffer.alloc(size - end);
      await source.read(torn, 0, torn.length, end);
      await target.writeFile(torn);
      await target.sync();
    } finally {
      await target.close();
    }
    await link(file, `${base}.v${from}.${now().getTime()}.backup`);
    await syncFolder(dirname(file));
    await rename(fresh, file);
    await rm(checkpointOf(file), { force: true });
    await syncFolder(dirname(file));
  } finally {
    await source.close();
    await rm(fresh, { force: true });
  }
}

/** The version of the first line that has one. */
async function versionOf(source: Awaited<ReturnType<typeof openRegular>>): Promise<number | undefined> {
  const { size } = await source.stat();
  for await (const lines of readLines(source, 0, size))
    for (const { bytes } of lines) {
      const { v } = recordIn(bytes) ?? {};
      if (typeof v === "number") return v;
    }
  return undefined;
}

/** A migrated line with its line feed; unchanged when it cannot be read. */
function migratedLine(bytes: Buffer, known: Migrations): Buffer {
  const event = readLine(bytes, known).kind === "event" ? recordIn(bytes) : undefined;
  const now = event && migrateEvent(event, known);
  return now ? Buffer.from(writeLine(now)) : Buffer.concat([bytes, lineFeed]);
}
