import { closestKey } from "./closest-key.ts";
import type { TomlFile } from "./toml-file.ts";

/** Something to tell the user that stops nothing. */
export type ConfigNotice = {
  code: "unknown_setting" | "workspace_config_ignored" | "permission_suggested" | "loadout_unused";
  params: Readonly<Record<string, string>>;
};

/** A notice for every key that means nothing, with the one that was perhaps meant. */
export function unknownSettings(
  file: TomlFile,
  written: readonly string[],
  known: readonly string[],
): ConfigNotice[] {
  const meant = (key: string): boolean => known.some((name) => name === key || key.startsWith(`${name}.`));
  return written
    .filter((key) => !meant(key))
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
