import { KestrelError } from "@kestrel/core";
import { parse, TomlError } from "smol-toml";
import { longestSettingsFile, readBounded } from "../files/read-bounded.ts";
import { isDeeper } from "./is-deeper.ts";
import type { Expectation } from "./setting-kinds.ts";
import { writtenValue } from "./written-value.ts";

type Code = "config_invalid" | "loadout_invalid";

/** Deepest nesting of tables and lists: no setting is deeper than five, and code that walks a file recurses as deep. */
const deepest = 32;

/** A parsed TOML file. `lineOf` returns the line of a dotted key, from 1, when it can be found. */
export type TomlFile = {
  file: string;
  values: Readonly<Record<string, unknown>>;
  lineOf(key: string): number | undefined;
};

/** The same with its source text. */
export type ReadTomlFile = TomlFile & { text: string };

/**
 * Reads a TOML file; undefined when it is missing. Rejects with `code`: {file, line, column, expected} for invalid TOML, {file, reason}
 * when it cannot be read or is nested too deep.
 */
export async function readTomlFile(file: string, code: Code): Promise<ReadTomlFile | undefined> {
  const text = await readBounded(file, longestSettingsFile).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return undefined;
    const reason = cause.code ?? "unknown";
    throw new KestrelError(code, `cannot read ${file}: ${reason}`, { file, reason }, { cause });
  });
  if (text === undefined) return undefined;
  const values = parsed(text, file, code);
  if (isDeeper(values, deepest)) {
    throw new KestrelError(code, `${file}: deeper than ${deepest} tables`, { file, reason: "too_deep" });
  }
  let keyLines: readonly KeyLine[] | undefined;
  return {
    ...{ file, text, values },
    lineOf: (key) => {
      keyLines ??= keyLinesIn(text);
      return lineOfKey(keyLines, key);
    },
  };
}

function parsed(text: string, file: string, code: Code): TomlFile["values"] {
  try {
    return parse(text);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const { line, column } = cause;
    const detail = cause.message.split("\n")[0] ?? "";
    const params = { file, line, column, expected: "toml", detail };
    throw new KestrelError(code, `${file}:${line}:${column}: ${detail}`, params, { cause });
  }
}

/** The error for one value in a file. */
export function invalidValue(
  code: Code,
  { file, lineOf }: TomlFile,
  key: string,
  expectation: Expectation,
  got: unknown,
): KestrelError {
  const line = lineOf(key);
  const written = got === undefined ? "" : writtenValue(got, { quoted: true });
  const place = line === undefined ? file : `${file}:${line}`;
  return new KestrelError(
    code,
    `${place}: ${key}: expected ${expectation.expected}, got ${written || "nothing"}`,
    {
      file,
      key,
      ...expectation,
      ...(line === undefined ? {} : { line }),
      ...(written ? { got: written } : { missing: true }),
    },
  );
}

/** A header or a key, by its dotted name, and its line. */
type KeyLine = { whole: string; line: number; header: boolean };

/** Finds `[table]` headers and `key =` lines; the parser keeps no positions. Approximate: used to point at a line, never to read values. */
function keyLinesIn(text: string): KeyLine[] {
  const keyLines: KeyLine[] = [];
  let table = "";
  for (const [index, written] of text.split("\n").entries()) {
    const line = index + 1;
    const opened = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?/.exec(written)?.[1];
    if (opened !== undefined) {
      table = `${bare(opened)}.`;
      keyLines.push({ whole: table, line, header: true });
      continue;
    }
    const name = /^\s*([\w."'\s-]+?)\s*=/.exec(written)?.[1];
    if (name !== undefined) keyLines.push({ whole: table + bare(name), line, header: false });
  }
  return keyLines;
}

/** The line of a dotted key; otherwise that of the nearest header above it. */
function lineOfKey(keyLines: readonly KeyLine[], key: string): number | undefined {
  let above: number | undefined;
  for (const { whole, line, header } of keyLines) {
    if (header) {
      if (`${key}.`.startsWith(whole)) above = line;
    } else if (whole === key || key.startsWith(`${whole}.`)) return line;
  }
  return above;
}

function bare(name: string): string {
  return name.replaceAll(/["'\s]/g, "");
}
