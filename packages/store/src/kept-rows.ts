import { rename } from "node:fs/promises";
import { join } from "node:path";
import { report } from "@kestrel/diagnostics";
import type { DataPaths } from "./data-paths.ts";
import { longestSettingsFile, readBounded } from "./files/read-bounded.ts";
import { replaceFile } from "./files/replace-file.ts";

/**
 * A list in a JSON file of the data folder, for this user alone. An unreadable file is reported and quarantined as `NAME.damaged-…`, and
 * the list starts empty: the next write overwrites nothing. Rejects when it cannot be quarantined.
 */
export function keptRows({ data }: DataPaths, name: string) {
  const file = join(data, name);
  return {
    async read(): Promise<readonly unknown[]> {
      try {
        const rows: unknown = JSON.parse(await readBounded(file, longestSettingsFile));
        if (Array.isArray(rows)) return rows;
        throw new SyntaxError("not a list");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
        const kept = `${file}.damaged-${Date.now()}`;
        await rename(file, kept);
        report(
          "reading a kept list",
          new Error(`${name} was damaged; it is kept as ${kept}`, { cause: error }),
        );
        return [];
      }
    },
    write: (rows: readonly unknown[]) => replaceFile(file, JSON.stringify(rows), { durable: true }),
  };
}
