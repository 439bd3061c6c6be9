import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { absent, passOver } from "@kestrel/diagnostics";
import { MemoryRow } from "@kestrel/protocol/api";
import { jsonOrNothing } from "@kestrel/text";

/** The rows of a file, one per line; empty when it does not exist. Invalid lines are skipped. */
export async function readRows(file: string): Promise<MemoryRow[]> {
  const text = await readFile(file, "utf8").catch(absent);
  return rowsIn(text ?? "");
}

/** The rows of a text, one per line. */
function rowsIn(text: string): MemoryRow[] {
  return text.split("\n").flatMap((line) => {
    const row = MemoryRow.safeParse(line === "" ? undefined : jsonOrNothing(line));
    return row.success ? [row.data] : [];
  });
}

/** One row per line, for readable diffs in version control. */
export function textOfRows(rows: readonly MemoryRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Replaces a file atomically, for this user alone. */
export async function replaceText(file: string, text: string): Promise<void> {
  const fresh = `${file}.${process.pid}.${randomBytes(6).toString("hex")}`;
  try {
    const handle = await open(fresh, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true }).catch(passOver("removing a draft"));
    throw error;
  }
}
