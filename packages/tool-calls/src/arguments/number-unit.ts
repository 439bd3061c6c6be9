import type { JSONSchema } from "../shapes.ts";

const units: string[][] = [
  ["s", "sec", "secs", "second", "seconds", "秒"],
  ["ms", "msec", "msecs", "millis", "millisecond", "milliseconds", "毫秒"],
  ["min", "mins", "minute", "minutes", "分钟"],
  ["h", "hr", "hrs", "hour", "hours", "小时"],
  ["day", "days", "天"],
  ["line", "lines", "行"],
  ["byte", "bytes", "字节"],
  ["kb", "kilobyte", "kilobytes"],
  ["mb", "megabyte", "megabytes"],
  ["char", "chars", "character", "characters", "字符"],
  ["token", "tokens"],
  ["row", "rows"],
  ["result", "results"],
  ["page", "pages"],
  ["px", "pixel", "pixels"],
];
const unitOf = new Map(units.flatMap((names) => names.map((name) => [name, names[0] ?? ""] as const)));
const numberAndUnit = /^\s*([+-]?\d+(?:\.\d+)?)\s*([A-Za-z]+|[\u4e00-\u9fff]{1,2})\s*$/;

/** The units that the words of a text name. A single letter counts only in a parameter's name. */
function unitsIn(text: string, isName: boolean): string[] {
  const words = text.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  const found = words.match(/[a-z]+|[\u4e00-\u9fff]{1,2}/g) ?? [];
  return found.filter((word) => isName || word.length > 1).flatMap((word) => unitOf.get(word) ?? []);
}

/**
 * The number in `30s` or `5 lines`, where the parameter's own name and description name that unit and no other;
 * `undefined` anywhere else: a number in another unit would be another number.
 */
export function withoutUnit(text: string, name: string, schema: JSONSchema): string | undefined {
  const match = text.length > 60 ? null : numberAndUnit.exec(text);
  const unit = unitOf.get((match?.[2] ?? "").toLowerCase());
  if (!match || unit === undefined) return undefined;
  const description = typeof schema.description === "string" ? schema.description.slice(0, 2000) : "";
  const named = new Set([...unitsIn(name, true), ...unitsIn(description, false)]);
  return named.size === 1 && named.has(unit) ? match[1] : undefined;
}
