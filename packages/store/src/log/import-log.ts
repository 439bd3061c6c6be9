import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ImportedEvents, importRefused } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { EventOf, SessionEvent, SessionId } from "@kestrel/protocol";
import { unwritable } from "./log-file.ts";
import { writeLine } from "./log-line.ts";
import { longestLine } from "./read-lines.ts";
import { syncFolder } from "./sync-folder.ts";

/** Largest export that can be imported. Bytes. */
const largestImport = 200_000_000;

const lineFeed = 0x0a;

/** An unfinished import; after a crash the next purge deletes it. */
export const importName = /^import-[0-9a-f]{16}\.part$/;

type Importing = {
  /** The folder of the logs. */
  folder: string;
  now: () => Date;
  /** Whether the session may be imported: receives the first event, and rejects otherwise. */
  admit(opened: EventOf<"session.opened">): Promise<void>;
};

/**
 * Writes the lines of an export as a log of its own, checked line by line, and renames it last: a log that exists is complete. Rejects with
 * `import_refused` and `log_unwritable`, and deletes the partial file.
 */
export async function importLog(
  bytes: AsyncIterable<Uint8Array>,
  { folder, now, admit }: Importing,
): Promise<SessionId> {
  const part = join(folder, `import-${randomBytes(8).toString("hex")}.part`);
  const written = (cause: unknown) => {
    throw unwritable(part, cause);
  };
  const file = await open(part, "wx", 0o600).catch(written);
  try {
    const events = new ImportedEvents();
    let opened: EventOf<"session.opened"> | undefined;
    for await (const lines of linesOf(bytes)) {
      const taken: SessionEvent[] = lines.map((line) => events.take(line));
      const [first] = taken;
      if (first?.body.type === "session.opened") {
        opened = first.body;
        await admit(opened);
      }
      await file.writeFile(taken.map(writeLine).join("")).catch(written);
      await nextTurn();
    }
    if (!opened) throw importRefused("not_a_session");
    const seq = events.count + 1;
    const end: SessionEvent = { v: 1, seq, at: now().toISOString(), body: { type: "session.imported" } };
    await file.writeFile(writeLine(end)).catch(written);
    await file.sync().catch(written);
    await file.close();
    await rename(part, join(folder, `${opened.sessionId}.jsonl`)).catch(written);
    await syncFolder(dirname(part));
    return opened.sessionId;
  } catch (error) {
    await file.close().catch(passOver("closing an import"));
    await rm(part, { force: true }).catch(passOver("removing an import"));
    throw error;
  }
}

/** Whole lines, at most a chunk of them together. Throws `import_refused` for an unterminated last line, and for too much. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let begun: Buffer[] = [];
  let length = 0;
  let total = 0;
  for await (const some of bytes) {
    total += some.length;
    if (total > largestImport) throw importRefused("over_200_mb");
    const chunk = Buffer.from(some.buffer, some.byteOffset, some.length);
    const lines: string[] = [];
    let from = 0;
    for (let feed = chunk.indexOf(lineFeed); feed !== -1; feed = chunk.indexOf(lineFeed, from)) {
      lines.push(Buffer.concat([...begun, chunk.subarray(from, feed)]).toString("utf8"));
      [begun, length, from] = [[], 0, feed + 1];
    }
    if (from < chunk.length) {
      begun.push(Buffer.from(chunk.subarray(from)));
      length += chunk.length - from;
      if (length > longestLine) throw importRefused("line_damaged");
    }
    if (lines.length > 0) yield lines;
  }
  if (begun.length > 0) throw importRefused("cut_short");
}
