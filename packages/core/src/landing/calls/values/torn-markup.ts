import { type OwnMarks, piecesOf } from "./own-marks.ts";
import { tornPiece } from "./torn-pieces.ts";

const closingTagAtEnd =
  /<\/(?:[|｜]\s?[A-Za-z]{2,8}\s?[|｜]\s?)?([\p{L}\p{N}_.:-]{1,80})\s*(?:[^\w\s]{1,5}\w?\s*|\w?\s*[^\w\s]?\s*)$/u;
/** The attributes and the end of a value's own opening tag. */
const openingRest =
  /^[^<>"'\n]{0,20}"(?:\s?[\w-]{1,20}="[^"<>\n]{0,40}")*>|^[^<>"'=\n]{0,20}="[^"<>\n]{0,40}">/;
const closerWithAttribute =
  /<\/[\w:.-]{1,40}[ \t]+[\w-]{1,40}(?:=[^<>\n]{0,80})?>|<\/[^<>\n]{0,60}=["'][^"'<>\n]{0,80}["']\s*>/;
const parameterTags = /^(?:[A-Za-z]+[:|])?(?:param|parameter|arg|argument|arg_key|arg_value|key|value)$/;
/** A tag of a parameter, whole, torn or with a sign too many, or a tag in its last line: no value without its closing tag is sure to hold it. */
const doubtfulTag =
  /<\/?(?:param|arg_)[^<>\n]{0,40}>?|<[^<>\n]{1,12}(?:param|arg_)\w*>|[^\w\s<>](?:parameter|arg_value)>|<\/(?![\w:.-]+\s*>|>)[^\n]{0,40}|(?<![\w▁])｜>|(?:^|\n)[ \t]*<[^<>/\s]{1,40}>\s*$/;

/** How a value ends whose closing tag lost its beginning: `lue>`; arrows are text. */
const tornEnd = /[^\s<>]{0,20}[^\s=-]>\s*$/;

/** How a value ends, without its closing tag, where part of that is left. */
const cutTag = /[[<|]\s*$|<[^\s<>][^<>\n]{0,20}\s*[^\w\s]?\w?\s*$|(?:^|\W)a?ramete?r?\W?\s*$/;

/** True if a value ends in a tag of its own name that it did not open, give or take a few signs. */
function endsInOwn(value: string, own: string): boolean {
  const name = own.replace(/\s/g, "");
  const at = value.lastIndexOf(`</${name}`);
  const behind = at < 0 ? "" : value.slice(at + name.length + 2);
  if (at >= 0 && /^\w?[^\w]{0,6}\w?[^\w]{0,2}$/.test(behind)) return !value.includes(`<${name}`);
  return new RegExp(`<${name.replace(/[^\w-]/g, ".")}>\\s*$`).test(value.slice(-100));
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
  if (!/[<|｜>]|minimax/.test(value)) return undefined;
  const start = value.trimStart().slice(0, 200);
  const begins = (before: string) => [own, ...names].some((name) => start.startsWith(before + name));
  const opener = marks.named.find(
    ([before]) => /\w/.test(before) && start.startsWith(before) && begins(before),
  );
  const piece =
    opener?.[0] ??
    openingRest.exec(value)?.[0] ??
    closerWithAttribute.exec(value)?.[0] ??
    tornPiece(value, marks, piecesOf(marks, names));
  if (piece !== undefined) return piece;
  if (!closed) {
    const doubtful = doubtfulTag.exec(value)?.[0].trim() ?? (value.includes(`</${own}>`) ? `</${own}>` : "");
    if (doubtful !== "" && !(doubtful === `</${own}>` && value.includes(`<${own}`))) return doubtful;
    const end = tornEnd.exec(value.slice(-60))?.[0].trim();
    if (end !== undefined) return end;
  }
  if (endsInOwn(value, own)) return `</${own}>`;
  const name = closingTagAtEnd.exec(value.slice(-100))?.[1];
  if (name === undefined || value.includes(`<${name}`)) return undefined;
  return !closed || name === own.replace(/\s/g, "") || parameterTags.test(name) ? `</${name}>` : undefined;
}
