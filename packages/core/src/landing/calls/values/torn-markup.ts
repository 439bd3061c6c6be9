import { type OwnMarks, piecesOf } from "./own-marks.ts";
import { tornPiece } from "./torn-pieces.ts";

const closingTagAtEnd =
  /<\/(?:[|｜]\s?[A-Za-z]{2,8}\s?[|｜]\s?)?([\p{L}\p{N}_.:-]{1,80})\s*(?:[^\w\s]{1,5}\w?\s*|\w?\s*[^\w\s]?\s*)$/u;
/** The attributes and the end of a value's own opening tag. */
const openingRest =
  /^"[^"<>\n]{0,20}">|^[^<>"'\n]{0,20}"(?:\s?[\w-]{1,20}="[^"<>\n]{0,40}")*>|^[^<>"'=\n]{0,20}="[^"<>\n]{0,40}">/;
const closerWithAttribute =
  /<\/[\w:.-]{1,40}[ \t]+[\w-]{1,40}(?:=[^<>\n]{0,80})?>|<\/[^<>\n]{0,60}=["'][^"'<>\n]{0,80}["']\s*>/;
const parameterTags = /^(?:[A-Za-z]+[:|])?(?:param|parameter|arg|argument|arg_key|arg_value|key|value)$/;
/** A tag of a parameter, whole, torn or with a sign too many, or a tag in its last line: no value without its closing tag is sure to hold it. */
const doubtfulTag =
  /<\/?(?:param|arg_)[^<>\n]{0,40}>?|<[^<>\n]{1,12}(?:param|arg_)\w*>|[^\w\s<>](?:parameter|arg_value)>|<\/(?![\w:.-]+\s*>|>)[^\n]{0,40}|(?<![\w▁])｜>|(?:^|\n)[ \t]*<[^<>/\s]{1,40}>\s*$/;

/** How a value ends whose closing tag lost its beginning: `lue>`. */
const tornEnd = /[^\s<>]{0,20}>\W{0,2}\s*$/;

/** How a value ends, without its closing tag, where part of that is left. */
const cutTag = /[[<|]\s*$|<\W{0,3}>\s*$|<[^\s<>][^<>\n]{0,20}\s*[^\w\s]?\w?\s*$|(?:^|\W)a?ramete?r?\W?\s*$/;

/** What a value ends in, its closing tag being gone, where it is a piece of such a tag: four letters, or three beside a sign. */
function endsInPiece(value: string, { fixed }: OwnMarks): string | undefined {
  const [, before = "", piece = "", behind = ""] =
    /(^|[\s\S])([a-z_]{3,20})(\W?\w?)\s*$/.exec(value.trimEnd().slice(-30)) ?? [];
  const closers = fixed.filter((mark) => mark.startsWith("</"));
  if (fixed.includes("]<]minimax[>[") && /[\]<[>]$/.test(value.trimEnd())) return value.trimEnd().slice(-1);
  const between = /[^\w\s]([a-z]{2})[^\w\s]\s*$/.exec(value.slice(-20))?.[1];
  if (between !== undefined && closers.some((mark) => mark.includes(between))) return between;
  for (let from = 0; from + 3 <= piece.length; from += 1) {
    const rest = piece.slice(from);
    const beside = /[^\w\s]/.test(from === 0 ? before + behind : behind);
    if (rest.length >= (beside ? 3 : 4) && closers.some((mark) => mark.includes(rest))) return rest;
  }
  return undefined;
}

/** What begins as a tag and is none: another sign, or the next tag, stands where it should go on. */
const debris = /<[^<>\s;&(]{1,60}(?:>|(?=<))/g;
const wellFormed =
  /^<\/?(?:[|｜]\s?[A-Za-z]{2,8}\s?[|｜]\s?)?[\p{L}_][\p{L}\p{N}_:.|-]*(?:=[^\s<>]*)?(?:\s+[\w:.-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|\{[^{}]*\}))?)*\s*\/?>$/u;
const tagWords = ["parameter", "arg_value", "arg_key"];

/** Debris that holds five letters of what the family's tags of a value are called. */
function tornTag(value: string, { fixed }: OwnMarks): string | undefined {
  const own = tagWords.filter((word) => fixed.some((mark) => mark.includes(word)));
  if (own.length === 0) return undefined;
  for (const [found] of value.matchAll(debris)) {
    if (wellFormed.test(found)) continue;
    for (let at = 1; at + 5 <= found.length; at += 1)
      if (own.some((word) => word.includes(found.slice(at, at + 5)))) return found;
  }
  return undefined;
}

/** The end of an opening tag: the name of a parameter that is still lacking, outside of tags that are whole. */
function tornNameOf(value: string, { named }: OwnMarks, names: readonly string[]): string | undefined {
  const lacking = names.map((name) => name.replace(/[^\w-]/g, "."));
  if (lacking.length === 0 || !/[="/][^<>]*>/.test(value)) return undefined;
  // The beginning of a closing tag and the end of the next opening one.
  const ends = lacking.flatMap((name) =>
    [3, 4, 5, 6].filter((size) => size < name.length).map((size) => name.slice(-size)),
  );
  const glued =
    ends.length > 0 && new RegExp(`</[^\\s\\w<>]?\\s?(?:${ends.join("|")})["']?>`).exec(value)?.[0];
  if (glued) return glued;
  const unopened = lacking.filter((name) => !value.includes(`<${name}`));
  const strange =
    unopened.length > 0 && new RegExp(`</[^\\w<>]{0,2}(?:${unopened.join("|")})["']?>`).exec(value)?.[0];
  if (strange) return strange;
  const plain = value.replace(/<\/?[\p{L}_][^<>]*>/gu, "");
  const assigned = named.some(([before]) => before.endsWith("="));
  const tail = assigned
    ? "[^\\w\\s=!<>]="
    : named.some(([before]) => before.endsWith('="'))
      ? '="'
      : undefined;
  if (tail === undefined) return undefined;
  return new RegExp(`${tail}(?:${lacking.join("|")})"?(?:\\s[^<>]{0,80})?>`).exec(plain)?.[0];
}

const wholeClosing = /^<\/[\p{L}][\p{L}\p{N}_:.-]*[ \t]*>/u;

/** The beginning of one of the family's own closing tags, where no whole tag stands: no other text breaks off there. */
function tornCloser(value: string, { fixed }: OwnMarks): string | undefined {
  const closers = fixed.filter((mark) => mark.startsWith("</"));
  for (let at = value.indexOf("</"); at >= 0; at = value.indexOf("</", at + 2)) {
    const found = value.slice(at, at + 100);
    if (/^<\/\s/.test(found)) return found.slice(0, 20);
    if (wholeClosing.test(found)) continue;
    const isTorn = closers.some(
      (mark) => found.startsWith(mark.slice(0, 3)) && !found.replace(/\s+>/, ">").startsWith(mark),
    );
    if (isTorn) return found.slice(0, 20);
  }
  return undefined;
}

/** True if a value ends in a tag of its own name that it did not open, give or take a few signs. */
function endsInOwn(value: string, own: string): boolean {
  if (!value.includes("<")) return false;
  const name = own.replace(/\s/g, "");
  const at = value.lastIndexOf(`</${name}`);
  const behind = at < 0 ? "" : value.slice(at + name.length + 2);
  if (at >= 0 && /^\w?[^\w]{0,6}\w?[^\w]{0,2}$/.test(behind)) return !value.includes(`<${name}`);
  const tag = `<${name.replace(/[^\w-]/g, ".")}>`;
  const alone = value.includes("\n") ? `^\\s*${tag}` : tag;
  if (new RegExp(alone).test(value) && !value.includes(`</${name}`)) return true;
  const end = value.slice(-100);
  return (
    new RegExp(`<\\W{0,2}${tag.slice(1)}\\W{0,3}$`).test(end) ||
    new RegExp(`<\\w${tag.slice(1)}\\W*>\\s*$`).test(end)
  );
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
  const end = closed ? undefined : cutTag.exec(value.slice(-60))?.[0].trim();
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
    tornNameOf(value, marks, names);
  if (piece !== undefined) return piece;
  if (!closed) {
    const doubtful = doubtfulTag.exec(value)?.[0].trim() ?? (value.includes(`</${own}>`) ? `</${own}>` : "");
    if (doubtful !== "" && !(doubtful === `</${own}>` && value.includes(`<${own}`))) return doubtful;
    const end = tornEnd.exec(value.slice(-60))?.[0].trim() ?? endsInPiece(value, marks);
    if (end !== undefined) return end;
  }
  if (endsInOwn(value, own)) return `</${own}>`;
  const name = closingTagAtEnd.exec(value.slice(-100))?.[1];
  if (name === undefined || value.includes(`<${name}`)) return undefined;
  return !closed || name === own.replace(/\s/g, "") || parameterTags.test(name) ? `</${name}>` : undefined;
}
