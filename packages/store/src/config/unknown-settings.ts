import { closestKey } from "./closest-key.ts";
import type { TomlFile } from "./toml-file.ts";

/** Something to tell the user that stops nothing. */
export type ConfigNotice = {
  code: "unknown_setting" | "workspace_config_ignored" | "permission_suggested";
  params: Readonly<Record<string, string>>;
};

/** As many of one file as anybody reads; each is looked for among all keys. */
const mostNotices = 20;

/** A notice for the first twenty keys that mean nothing, with the one that was perhaps meant. */
export function unknownSettings(
  file: TomlFile,
  written: readonly string[],
  known: readonly string[],
): ConfigNotice[] {
  const names = new Set(known);
  const tables = known.map((name) => `${name}.`);
  const meant = (key: string): boolean => names.has(key) || tables.some((table) => key.startsWith(table));
  return written
    .filter((key) => !meant(key))
    .slice(0, mostNotices)
    .map((key) => {
      const suggestion = closestKey(key, known);
      const line = file.lineOf(key);
      return {
        code: "unknown_setting",
        params: {
          file: file.file,
          key,
          ...(line === undefined ? {} : { line: String(line) }),
          ...(suggestion === undefined ? {} : { suggestion }),
        },
      };
    });
}
