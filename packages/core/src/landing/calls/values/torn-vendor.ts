import { isWhole } from "../../json/whole-text.ts";
import { hasStraySign } from "./sound-value.ts";

/** MiniMax's separator, of which no other text has two signs next to each other, and the name of a vendor's tag that is not whole. */
const tornSeparator =
  /(?:minimax|seed):tool(?!_calls?\b|s?(?:[\s,.;)]|$))|\]<\]|\[>\[|\]<\W{0,3}\[|[\]>]\W?minimax|minimax\W{0,2}\[|<\/?(?:eed|ed|inimax|nimax):tool|<\/?\w{0,3}:tool["'=]|(?<!\w)(?:ool_c|ol_c(?!\w))|｜DS?M?L?\s*$/;
/** The name of a vendor's tag at the beginning of a value, one sign in place of its own: no text begins so, but for a path. */
const vendorBegins =
  /^\s*(?:\\minimax(?!\w*\\)|:(?:minimax|seed):[^\w\s]|[^\w\s"'`([{#*@-]{1,2}(?:minimax|seed)\W?:\W?t|[^\w\s"'`([{<#*:@-](?:minimax|seed)(?::\S|\s?\w{0,5}_c))/;
/** The first line of a value that begins with such a name, whole or all but its end, behind a sign or two. */
const vendorLine = /^\s*[^\w\s]{1,2}(?:minim(?:ax)?|seed)(?:(?![A-Za-z0-9])|(?=\S{0,40}""))[^\n]{0,300}/;

/**
 * What is left of a vendor's name that its family writes in its tags; `undefined` if nothing is. Behind a sign at the beginning of a value the name is one
 * if the brackets and quotes of that line do not pair or a sign of a tag stands there that belongs to none: of an address or a quotation they do.
 */
export function tornVendor(value: string): string | undefined {
  const piece = (tornSeparator.exec(value) ?? vendorBegins.exec(value))?.[0];
  if (piece !== undefined) return piece;
  const line = vendorLine.exec(value)?.[0];
  return line !== undefined && (!isWhole(line) || line.includes('""') || hasStraySign(line))
    ? line.trim().slice(0, 20)
    : undefined;
}
