import { join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import type { DataPaths } from "./data-paths.ts";
import { longestSettingsFile, readBounded } from "./files/read-bounded.ts";
import { replaceFile } from "./files/replace-file.ts";

/** A list in a JSON file of the data folder, for this user alone. One that cannot be read is empty. */
export function keptRows({ data }: DataPaths, name: string) {
  const file = join(data, name);
  return {
    async read(): Promise<readonly unknown[]> {
      const text = await readBounded(file, longestSettingsFile).catch(absent);
      try {
        const rows: unknown = JSON.parse(text ?? "[]");
        return Array.isArray(rows) ? rows : [];
      } catch {
        // expected: the file was changed by hand
        return [];
      }
    },
    write: (rows: readonly unknown[]) => replaceFile(file, JSON.stringify(rows), { durable: true }),
  };
}
