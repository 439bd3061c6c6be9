import type { ToolIndex } from "../tool-index.ts";
import type { OwnMarks } from "./own-marks.ts";

/** The end of one call and the beginning of the next, all four of their marks. */
const allFour =
  /<\/[^<>/]{0,20}(?:function|invoke)\s*>\s*<\/[^<>/]{0,24}calls?\s*>\s*<[^<>/]{0,24}calls?\s*>\s*<[^<>/]{0,20}(?:function|invoke)\b/;
/** The end of what stands around a call, its beginning directly behind it, and the name of the next call, in a tag or before one. */
const meeting =
  /<\/([^<>/]{0,24}calls?(?::[\w.-]{1,24})?)\s*>\s*(<\1\s*>\s*)?(?:<[^<>/]{0,20}(?:function=|invoke name=")([\w.-]{1,80})["']?>|([\w.-]{1,80})\s*<)/;

/**
 * Where one call ends in a value and the next begins; `undefined` if they do not meet there. Calls that are whole in the value may follow each other: so the
 * first end of one has no beginning before it, is its own family's, and the next call is one to a tool on offer.
 */
export function callsMeet(value: string, tools: ToolIndex, { fixed }: OwnMarks): string | undefined {
  if (!value.includes("call")) return undefined;
  const four = allFour.exec(value)?.[0];
  if (four !== undefined) return four;
  const found = meeting.exec(value);
  const [marks = "", around = "", again, inTag, before] = found ?? [];
  // A vendor's name is enough: the beginning around the next call may be gone.
  if (
    !found ||
    !fixed.includes(`</${around}>`) ||
    (again === undefined && !/[:|]/.test(around)) ||
    value.slice(0, found.index).includes(`<${around}>`)
  )
    return undefined;
  return tools.find(inTag ?? before ?? "") ? marks : undefined;
}
