import { KestrelError } from "@kestrel/core";
import { closestKey } from "./closest-key.ts";
import type { TomlFile } from "./toml-file.ts";

/** A warning for the user. */
export type ConfigNotice = {
  code: "unknown_setting" | "workspace_config_ignored" | "permission_suggested";
  params: Readonly<Record<string, string>>;
};

/** Most notices for one file: each unknown key is compared with every known one. */
const mostNotices = 20;

/** Keys of rules that restrict. A misspelled one is an error: ignoring it would drop its rules. */
const restricting: ReadonlySet<string> = new Set(["permission.deny", "permission.ask"]);

/**
 * A notice for each of the first 20 unknown keys, with the closest known key. Throws `config_invalid` when the closest key holds rules that
 * deny or ask: Kestrel does not run without them.
 */
export function unknownSettings(
  file: TomlFile,
  written: readonly string[],
  known: readonly string[],
): ConfigNotice[] {
  const names = new Set(known);
  const tables = known.map((name) => `${name}.`);
  const meant = (key: string): boolean => names.has(key) || tables.some((table) => key.startsWith(table));
  const unknown = written.filter((key) => !meant(key)).slice(0, mostNotices);
  const lost = unknown.find((key) => restricting.has(closestKey(key, known) ?? ""));
  if (lost !== undefined) {
    const words = closestKey(lost, known) ?? "";
    const params = { file: file.file, key: lost, line: file.lineOf(lost), expected: "this_setting", words };
    throw new KestrelError("config_invalid", "a rule is in no setting", params);
  }
  return unknown.map((key) => {
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
