import { dirname } from "node:path";
import { KestrelError } from "@kestrel/core";
import type { Setting } from "@kestrel/protocol/api";
import { parse, stringify } from "smol-toml";
import { whileLocked } from "../files/while-locked.ts";
import { configText, rewriteConfig } from "./rewrite-config.ts";
import { expectationOf } from "./setting-kinds.ts";
import { type SettingKey, settingTable } from "./setting-table.ts";
import { invalidValue, readTomlFile } from "./toml-file.ts";

type Values = Record<string, unknown>;

/** Most lines that are searched for the end of one value. */
const longestValue = 2_000;

/**
 * Writes one setting into the user's file, or removes it when `value` is undefined. Every other line stays unchanged, comments included.
 * Rejects with `config_invalid` for an invalid value or file, and with `setting_by_hand` {file, key, detail} when the file cannot be edited
 * safely: it is unchanged then, and `detail` is the line to write there.
 */
export async function changeSetting(
  file: string,
  key: SettingKey,
  value: Exclude<Setting["value"], null> | undefined,
): Promise<void> {
  const parsed = settingTable[key].kind.safeParse(value);
  if (value !== undefined && !parsed.success) {
    throw invalidValue(
      "config_invalid",
      { file, values: {}, lineOf: () => undefined },
      key,
      expectationOf(parsed.error),
      value,
    );
  }
  await whileLocked(dirname(file), async () => {
    // Invalid TOML is rejected with its position.
    await readTomlFile(file, "config_invalid");
    const text = await configText(file);
    const wanted = withValue(parse(text), key.split("."), value);
    for (const candidate of candidates(text, key, value)) {
      if (await rewriteConfig(file, candidate, wanted)) return;
    }
    throw byHand(file, key, value);
  });
}

/** The error with the line to write by hand. `reason`: the file's layout is not recognized, or only the user may change this setting. */
export function byHand(
  file: string,
  key: SettingKey,
  value: Setting["value"] | undefined,
  reason: "unsure" | "guarded" = "unsure",
): KestrelError {
  const detail =
    value === undefined || value === null
      ? `# ${key}`
      : stringify(withValue({}, key.split("."), value)).trim();
  return new KestrelError("setting_by_hand", `${key} in ${file}: ${reason}`, {
    ...{ file, key, reason },
    detail,
  });
}

function withValue(values: Values, [name = "", ...below]: readonly string[], value: unknown): Values {
  const { [name]: held, ...rest } = values;
  if (below.length > 0) return { ...rest, [name]: withValue((held ?? {}) as Values, below, value) };
  return value === undefined ? rest : { ...rest, [name]: value };
}

/** Texts that may set it, smallest change first. */
function* candidates(text: string, key: SettingKey, value: unknown): Generator<string> {
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(lineEnd);
  const join = (at: number, removed: number, added: readonly string[]) =>
    lines.toSpliced(at, removed, ...added).join(lineEnd);
  const [table, name] = key.includes(".") ? (key.split(".") as [string, string]) : ["", key];
  const said = (as: string) => (value === undefined ? [] : [stringify({ [as]: value }).trim()]);
  const places = statements(lines);
  for (const { path, at, length, before, behind } of places) {
    if (path !== key) continue;
    const written = value === undefined ? [] : [`${before}${said(name)[0]?.slice(name.length + 3)}${behind}`];
    yield join(at, length, written);
  }
  if (value === undefined) return yield text;
  const last = places.filter((one) => one.path === `[${table}]` || one.table === table).at(-1);
  if (table === "" || last) return yield join(last ? last.at + last.length : 0, 0, said(name));
  const body = lines.at(-1) === "" ? lines.slice(0, -1) : lines;
  const gap = body.length === 0 || body.at(-1)?.trim() === "" ? [] : [""];
  yield [...body, ...gap, `[${table}]`, ...said(name), ""].join(lineEnd);
  // Its table is already written with dotted keys, which no header may repeat.
  const top = places.filter((one) => one.table === "" && !one.path.startsWith("[")).at(-1);
  if (top) yield join(top.at + top.length, 0, [`${table}.${said(name)[0]}`]);
}

/** A header (`[table]`) or a key with its value, as far as recognized. `before` and `behind`: the text around the value. */
type Statement = { path: string; table: string; at: number; length: number; before: string; behind: string };

function statements(lines: readonly string[]): Statement[] {
  const found: Statement[] = [];
  let table = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const header = /^\s*\[\[?\s*([^\]]+?)\s*\]/.exec(line)?.[1];
    if (header !== undefined) {
      table = bare(header);
      found.push({ path: `[${table}]`, table, at, length: 1, before: "", behind: "" });
      continue;
    }
    const [before, name] = /^\s*([\w."'\s-]+?)\s*=\s*/.exec(line) ?? [];
    if (before === undefined || name === undefined) continue;
    const length = lengthOf(lines, at);
    const tail = lines[at + length - 1] ?? "";
    const path = table === "" ? bare(name) : `${table}.${bare(name)}`;
    found.push({ path, table, at, length, before, behind: commentOf(lines.slice(at, at + length), tail) });
    at += length - 1;
  }
  return found;
}

/** How many lines a key and its value take: the fewest that parse as TOML. */
function lengthOf(lines: readonly string[], at: number): number {
  for (let length = 1; length <= longestValue && at + length <= lines.length; length++) {
    if (isToml(lines.slice(at, at + length).join("\n"))) return length;
  }
  return 1;
}

/** The comment after a value, with the space before it: it begins at the first `#` before which the statement is complete. */
function commentOf(statement: readonly string[], tail: string): string {
  for (let sign = tail.indexOf("#"); sign !== -1; sign = tail.indexOf("#", sign + 1)) {
    const kept = tail.slice(0, sign);
    if (isToml([...statement.slice(0, -1), kept].join("\n"))) return tail.slice(kept.trimEnd().length);
  }
  return "";
}

function isToml(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    // expected: a value that continues on the next line
    return false;
  }
}

function bare(name: string): string {
  return name.replaceAll(/["'\s]/g, "");
}
