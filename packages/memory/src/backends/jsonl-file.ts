import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { absent, passOver } from "@kestrel/diagnostics";
import { MemoryRow } from "@kestrel/protocol/api";
import { jsonOrNothing } from "@kestrel/text";

/** The rows of a file with one on each line; none where it does not exist. A line that is none is left out. */
export async function readRows(file: string): Promise<MemoryRow[]> {
  const text = await readFile(file, "utf8").catch(absent);
  return rowsIn(text ?? "");
}

/** The rows of a text with one on each line. */
export function rowsIn(text: string): MemoryRow[] {
  return text.split("\n").flatMap((line) => {
    const row = MemoryRow.safeParse(line === "" ? undefined : jsonOrNothing(line));
    return row.success ? [row.data] : [];
  });
}

/** One row a line, so that a version control shows which changed. */
export function textOfRows(rows: readonly MemoryRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Puts a text in the place of a file, for this user alone; a reader meets the old one or the new one. */
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
