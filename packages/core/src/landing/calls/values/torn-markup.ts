import { compiledPattern } from "./compiled-pattern.ts";
import { endsAsWord, standsBehindWord } from "./mention.ts";
import { type OwnMarks, piecesOf } from "./own-marks.ts";
import { hasStraySign, tornEnd } from "./sound-value.ts";
import {
  begunOpener,
  closedOpener,
  endsInOwn,
  likeOwn,
  strangeOpener,
  tornAttribute,
  tornNameOf,
  tornOpenerEnd,
  tornOwnAttribute,
} from "./torn-names.ts";
import { tornPiece } from "./torn-pieces.ts";

const closingTagAtEnd =
  /<\/(?:[|｜]\s?[A-Za-z]{2,8}\s?[|｜]\s?)?([\p{L}\p{N}_.:-]{1,80})\s*(?:[^\w\s]{1,5}\w?\s*|\w?\s*[^\w\s]?\s*)$/u;
/** The attributes and the end of a value's own opening tag. */
const openingRest =
  /^"[^"<>\n]{0,20}">|^[^<>"'\n]{0,20}"(?:\s?[\w-]{1,20}="[^"<>\n]{0,40}")*>|^[^<>"'=\n]{0,20}="[^"<>\n]{0,40}">/;
const closerWithAttribute =
  /<\/[\w:.-]{1,40}[ \t]+[\w-]{1,40}(?:=[^<>\n]{0,80})?>|<\/[^<>\n]{0,60}=["'][^"'<>\n]{0,80}["']\s*>/;
const parameterTags = /^(?:[A-Za-z]+[:|])?(?:param|parameter|arg|argument|arg_key|arg_value|key|value)$/;
/** What begins as a tag and is none: another sign, or the next tag, stands where it should go on. */
const debris = /<[^<>\s;&(]{1,60}(?:>|(?=<))/g;
const wellFormed =
  /^<\/?(?:[|｜]\s?[A-Za-z]{2,8}\s?[|｜]\s?)?[\p{L}_][\p{L}\p{N}_:.|-]*(?:=[^\s<>]*)?(?:\s+[\w:.-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|\{[^{}]*\}))?)*\s*\/?>$/u;
const tagWords = ["parameter", "arg_value", "arg_key"];

/** Debris that holds five letters of what the family's tags of a value are called. */
function tornTag(value: string, { fixed, named }: OwnMarks): string | undefined {
  if (!value.includes("<")) return undefined;
  const own = tagWords.filter((word) => [...fixed, ...named.flat()].some((mark) => mark.includes(word)));
  if (own.length === 0) return undefined;
  for (const [found] of value.matchAll(debris)) {
    if (wellFormed.test(found)) continue;
    for (let at = 1; at + 5 <= found.length; at += 1)
      if (own.some((word) => word.includes(found.slice(at, at + 5)))) return found;
  }
  return undefined;
}

const wholeClosing = /^<\/[\p{L}][\p{L}\p{N}_:.-]*[ \t]*>/u;

/** The beginning of one of the family's own closing tags, where no whole tag stands: no other text breaks off there. */
function tornCloser(value: string, { fixed }: OwnMarks): string | undefined {
  const closers = fixed.filter((mark) => mark.startsWith("</"));
  for (let at = value.indexOf("</"); at >= 0; at = value.indexOf("</", at + 2)) {
    const found = value.slice(at, at + 100);
    if (/^<\/\s/.test(found) || (found.startsWith("</>") && !value.includes("<>"))) return found.slice(0, 20);
    if (wholeClosing.test(found)) continue;
    const isTorn = closers.some(
      (mark) => found.startsWith(mark.slice(0, 3)) && !found.replace(/\s+>/, ">").startsWith(mark),
    );
    if (isTorn) return found.slice(0, 20);
  }
  return undefined;
}

/** True if a mark with a vendor's name stands in a value otherwise than a word in a sentence does: on a line of its own, a sign beside it at most, too. */
function standsAlone(value: string, slash: string, name: string): boolean {
  const mark = `<${slash}${name}>`;
  if (!/[:|]/.test(name) || !value.includes(mark)) return false;
  for (let at = value.indexOf(mark); at >= 0; at = value.indexOf(mark, at + 1)) {
    const end = at + mark.length;
    if (standsBehindWord(value, at, end) || !endsAsWord(value, at, end)) return true;
    if (/^[.,]?[^\S\n]*[=;}\])]/.test(value.slice(end, end + 20)) && /(?:^|\n)\s*$/.test(value.slice(0, at)))
      return true;
  }
  return value.split("\n").some((line) => line.includes(mark) && /^\s*\S?\s*$/.test(line.replace(mark, "")));
}

/** True if marks around a call of its own family stand in a value and do not pair, and a sign of a tag stands there that belongs to none, or one with a vendor's name has a line of its own. */
function holdsTornCall(value: string, { fixed }: OwnMarks): boolean {
  if (!value.includes("<")) return false;
  const names = fixed.flatMap((mark) => /^<\/([^<>]*(?:call|invoke|function)[^<>]*)>$/.exec(mark)?.[1] ?? []);
  if (names.length === 0) return false;
  const own = names.map((name) => name.replace(/[^\w-]/g, ".")).join("|");
  const open = new Map<string, number>();
  for (const [, slash, name = ""] of value.matchAll(
    compiledPattern(`<(/?)((?:\\w{1,20}:)?(?:${own}))(?:[\\s=][^<>]*)?>`, "g"),
  )) {
    const depth = (open.get(name) ?? 0) + (slash === "" ? 1 : -1);
    if (depth < 0) return hasStraySign(value) || standsAlone(value, "/", name);
    open.set(name, depth);
  }
  const left = [...open].flatMap(([name, depth]) => (depth > 0 ? [name] : []));
  // The tags around a call and the call's own are both open, and a piece of a parameter's tag stands there too.
  if (left.some((name) => standsAlone(value, "", name))) return true;
  return (left.length > 1 && value.includes("arameter")) || (left.length > 0 && hasStraySign(value));
}

/**
 * What in a value says that a tag around it was damaged, so that it may hold markup for text; `undefined` if nothing
 * does. `closed`: it ended at its own closing tag. `own`: its name. `names`: the parameters that the call has not given yet.
 */
export function tornMarkup(
  value: string,
  closed: boolean,
  own: string,
  marks: OwnMarks,
  names: readonly string[],
): string | undefined {
  const end = closed ? undefined : tornEnd(value, marks);
  if (end !== undefined) return end;
  if (closed && !/[<|｜>]|minimax/.test(value)) return undefined;
  const start = value.trimStart().slice(0, 200);
  const begins = (before: string) => [own, ...names].some((name) => start.startsWith(before + name));
  const opener = marks.named.find(
    ([before]) => /\w/.test(before) && start.startsWith(before) && begins(before),
  );
  const piece =
    opener?.[0] ??
    openingRest.exec(value)?.[0] ??
    closerWithAttribute.exec(value)?.[0] ??
    tornCloser(value, marks) ??
    tornPiece(value, marks, piecesOf(marks, names), closed) ??
    tornTag(value, marks) ??
    tornNameOf(value, names) ??
    tornOpenerEnd(value, marks, [own, ...names]) ??
    likeOwn(value, own) ??
    tornAttribute(value, marks) ??
    tornOwnAttribute(value, marks) ??
    closedOpener(value, marks) ??
    begunOpener(value, marks) ??
    strangeOpener(value, marks, [own, ...names]) ??
    (holdsTornCall(value, marks) ? "another call" : undefined);
  if (piece !== undefined) return piece;
  if (endsInOwn(value, own)) return `</${own}>`;
  const name = closingTagAtEnd.exec(value.slice(-100))?.[1];
  if (name === undefined || value.includes(`<${name}`)) return undefined;
  return !closed || name === own.replace(/\s/g, "") || parameterTags.test(name) ? `</${name}>` : undefined;
}
