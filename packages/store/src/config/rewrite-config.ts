import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import { unwritableFolder } from "../data-paths.ts";
import { longestSettingsFile, readBounded } from "../files/read-bounded.ts";
import { replaceFile } from "../files/replace-file.ts";

type Values = Readonly<Record<string, unknown>>;

/** The text of the user's file; empty when there is no file. */
export async function configText(file: string): Promise<string> {
  return readBounded(file, longestSettingsFile).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return "";
    throw cause;
  });
}

/**
 * Replaces the user's file atomically, if `text` parses to exactly `wanted`; otherwise writes nothing and resolves to false. Rejects with
 * `data_folder_unwritable`.
 */
export async function rewriteConfig(file: string, text: string, wanted: Values): Promise<boolean> {
  let means: unknown;
  try {
    means = parse(text);
  } catch {
    // expected: not TOML
    return false;
  }
  if (!isDeepStrictEqual(plain(means), plain(wanted))) return false;
  await writeSettled(file, text);
  return true;
}

/** Writes a small file and creates its folder. Rejects with `data_folder_unwritable`. */
export async function writeSettled(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw unwritableFolder(file, cause);
  });
  await replaceFile(file, text, { durable: true, folder: file });
}

/** Plain values, without empty tables. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || value === null) return value;
  const held = Object.entries(value).map(([name, one]) => [name, plain(one)] as const);
  const full = held.filter(([, one]) => !(isTable(one) && Object.keys(one).length === 0));
  return Object.fromEntries(full);
}

function isTable(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
