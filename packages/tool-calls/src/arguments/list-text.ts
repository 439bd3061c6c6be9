import type { LooseObject, LooseValue } from "../json/loose-value.ts";

const scalars = new Set(["string", "number", "integer", "boolean", "null"]);
const bullet = /^(?:[-*•]|\d{1,3}[.)])[ \t]+/;
/** Groups of three digits may be one number, a comma between two digits a fraction. */
const groupedNumber = /^\s*[+-]?\d{1,3}(?:,\d{3})+\s*$/;
const decimalComma = /^\s*[+-]?\d+,\d+\s*$/;

function bare(part: string): string {
  return part.trim().replace(/^(["'])(.*)\1$/, "$2");
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const listed = lines.every((line) => bullet.test(line.trim()));
  return lines.map((line) => bare(listed ? line.trim().replace(bullet, "") : line));
}

/** Commas part words; what has blanks, brackets or quotes inside may be a sentence, a pattern or a name. */
function wordsOf(text: string, types: ReadonlySet<string>): string[] {
  const parts = text.split(/[,，、]/).map(bare);
  if (parts.some((part) => part === "")) return [];
  if (types.has("string")) return parts.some((part) => /[\s()[\]{}"'`]/.test(part)) ? [] : parts;
  const oneNumber = groupedNumber.test(text) || (types.has("number") && decimalComma.test(text));
  return oneNumber ? [] : parts;
}

/**
 * The parts of a text that stands where a list of scalars belongs: its lines, else what its commas part. `types` are
 * those of the items; `undefined` if the text is one item, or could be.
 */
export function listParts(text: string, types: ReadonlySet<string> | undefined): string[] | undefined {
  if (!types || text.length > 100_000 || [...types].some((type) => !scalars.has(type))) return undefined;
  const parts = text.trim().includes("\n") ? linesOf(text) : wordsOf(text, types);
  return parts.length > 1 ? parts : undefined;
}

/** The items of a list that was written as an object: `{"0": …, "1": …}`, from 0 or 1 without a gap. */
export function numberedItems(value: LooseObject): LooseValue[] | undefined {
  const keys = Object.keys(value);
  const first = keys[0] === "0" ? 0 : 1;
  if (keys.length === 0 || keys.some((key, index) => key !== String(first + index))) return undefined;
  return keys.map((key) => value[key] ?? null);
}
