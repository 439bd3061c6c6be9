import { hasKey, type LooseObject, type LooseValue, setKey } from "../json/loose-value.ts";
import { readLooseScalar } from "../json/read-scalar.ts";
import { readStrictString } from "../json/read-string.ts";

const keyLine = /^["']?([A-Za-z_][\w-]{0,80})["']?[ \t]*[:：](?:[ \t]+|$)(.*)$/;
const item = /^[ \t]*-[ \t]+(.*)$/;
/** What tells a line of YAML from one that could mean something else: a block, an anchor, a nested structure. */
const structure = /^[|>&*!{[%@`]|[ \t]#|:[ \t]/;
const maximumLines = 500;

/** A quoted text or a word; `undefined` where YAML would say more than one line can. */
function plainValue(text: string): LooseValue | undefined {
  const written = text.trim();
  if (written.startsWith('"')) {
    const read = readStrictString(written, 0, written.length);
    return read?.end === written.length ? read.value : undefined;
  }
  if (written.startsWith("'")) return /^'[^']*'$/.test(written) ? written.slice(1, -1) : undefined;
  if (written === "" || structure.test(written)) return undefined;
  const scalar = readLooseScalar(written, 0, written.length);
  return scalar && scalar.end === written.length ? scalar.value : written;
}

/** True if nothing could be missing behind the last line: it ended, or its value has an end of its own. */
function isWhole(text: string, last: string): boolean {
  return /\n\s*$/.test(text) || /(?:["']|\b(?:true|false|null))\s*$/.test(last);
}

/**
 * Arguments as lines of `key: value`, with `- item` lines for a list, as in YAML. `undefined` if they are anything
 * else, or could have been cut.
 */
export function readKeyLines(text: string): LooseObject | undefined {
  if (!keyLine.test(text.trimStart().split("\n", 1)[0]?.trimEnd() ?? "")) return undefined;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length < 2 || lines.length > maximumLines || !isWhole(text, lines.at(-1) ?? "")) return undefined;
  const result: LooseObject = {};
  let list: LooseValue[] | undefined;
  for (const line of lines) {
    const inner = item.exec(line)?.[1];
    if (inner !== undefined) {
      const value = plainValue(inner);
      if (!list || value === undefined) return undefined;
      list.push(value);
      continue;
    }
    const match = keyLine.exec(line.trimEnd());
    if (list?.length === 0 || match?.[1] === undefined || hasKey(result, match[1])) return undefined;
    list = match[2] === "" ? [] : undefined;
    const value = list ?? plainValue(match[2] ?? "");
    if (value === undefined) return undefined;
    setKey(result, match[1], value);
  }
  return list?.length === 0 ? undefined : result;
}
