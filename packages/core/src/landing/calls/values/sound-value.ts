import { isWhole } from "../../json/whole-text.ts";
import type { OwnMarks } from "./own-marks.ts";

/** A tag or a token that is whole, an arrow, and a comparison or a redirection with blanks around it. */
const soundSign =
  /<[/!?]?[\p{L}_][\w:.|-]*(?:=[\w.-]+)?(?:\s+[\w:.-]+(?:=(?:"[^"<>]*"|'[^'<>]*'))?)*\s*[/?]?>|<[|｜][^<>|｜\s]{1,60}[|｜]>|[-=]>|(?<=\s)(?:[<>]{1,2}=?|<<<|\d>)(?=\s)/gu;

/** True if a sign of a tag stands in a text that belongs to no whole one, nor to a comparison. */
export function hasStraySign(value: string): boolean {
  return /[<>]/.test(value.replace(soundSign, " "));
}

const anyTag = /<(\/?)([\p{L}_][\w:.|-]*)/gu;

/** True if every tag that closes in a text was opened in it. */
function closesOwnTags(value: string): boolean {
  const opened = new Set<string>();
  for (const [, slash, name = ""] of value.matchAll(anyTag)) {
    if (slash === "") opened.add(name);
    else if (!opened.has(name)) return false;
  }
  return true;
}

/**
 * True if a text may be all there was of a value whose closing tag is missing: its brackets, quotes and tags pair, and no sign of a tag stands in it
 * that belongs to none. What is left of a tag that was torn does neither.
 */
function isSound(value: string): boolean {
  return (
    isWhole(value) &&
    !/[<>|｜]\s*$|(?:^|\n)[^\S\n]*<[^\S\n]*\n/.test(value) &&
    closesOwnTags(value) &&
    !hasStraySign(value)
  );
}

/** What a value ends in, its closing tag being gone, where it is a piece of such a tag: four letters, or three beside a sign. */
function pieceAtEnd(value: string, { fixed }: OwnMarks): string | undefined {
  const [, before = "", piece = "", behind = ""] =
    /(^|[\s\S])([a-z_]{3,20})(\W?\w?)\s*$/.exec(value.trimEnd().slice(-30)) ?? [];
  const closers = fixed.filter((mark) => mark.startsWith("</") || mark.endsWith(":end|>"));
  if (fixed.includes("]<]minimax[>[") && /[\]<[>]$/.test(value.trimEnd())) return value.trimEnd().slice(-1);
  // A last line that is only the end of a closing tag's word, a letter behind it at most.
  const last = /\n\W?([a-z_]{2,20})\W?\s*$/.exec(value.slice(-40))?.[1];
  const ends = (word: string) => closers.some((mark) => new RegExp(`${word}\\W*$`).test(mark));
  if (last !== undefined && (ends(last) || (last.length > 4 && ends(last.slice(0, -1))))) return last;
  // A last line of nothing but a sign that ends no text.
  const comma = /\n[^\S\n]*[,:]\s*$/.exec(value.slice(-40))?.[0];
  if (comma !== undefined) return comma.trim();
  const between = /[^\w\s]([a-z]{2})[^\w\s]\s*$/.exec(value.slice(-20))?.[1];
  if (between !== undefined && closers.some((mark) => mark.includes(between))) return between;
  // The last letter of that word, behind a sign, a line break or a quote, or with a sign in place of what closes the tag.
  const letter = /(?:(?:[^\w\s]|\n)([a-z])[:<>/|\\=]|["'`]([a-z]))\s*$/
    .exec(value.slice(-20))
    ?.slice(1)
    .find(Boolean);
  if (letter !== undefined && closers.some((mark) => mark.endsWith(`${letter}>`))) return letter;
  // Two letters of it before its slash, which stands behind them.
  const turned = /([a-z]{2})\/\s*$/.exec(value.slice(-20))?.[1];
  if (turned !== undefined && closers.some((mark) => mark.startsWith("</") && mark.includes(turned)))
    return `${turned}/`;
  const first = /^([a-z_]{3,})\w$/.exec(piece)?.[1];
  if (
    first !== undefined &&
    (/[^\w\s]/.test(before) || (first.length > 4 && /^(?:\n|)$/.test(before))) &&
    closers.some((mark) => mark.includes(first))
  )
    return first;
  for (let from = 0; from + 3 <= piece.length; from += 1) {
    const rest = piece.slice(from);
    const beside = /[^\w\s]/.test(from === 0 ? before + behind : behind);
    if (rest.length >= (beside || rest.endsWith("_") ? 3 : 4) && closers.some((mark) => mark.includes(rest)))
      return rest;
  }
  return undefined;
}

/** What the tags of calls and of their parameters are called. */
const callElement = /<([\w:.-]{0,20}(?:param|arg_|invoke|function|tool_)[\w:.-]{0,20})[^<>]{0,80}>/g;

const anyElement = /<([\p{L}_][\w:.-]{0,80})[^<>]{0,80}>/gu;

/**
 * An element called like a tag of a call, which nothing closes in a value that nothing closes either; whatever it is called where parameters are called
 * like nothing else.
 */
function openElement(value: string, { fixed }: OwnMarks): string | undefined {
  const elements = fixed.includes("]<]minimax[>[") ? anyElement : callElement;
  for (const [tag, name = ""] of value.matchAll(elements)) if (!value.includes(`</${name}`)) return tag;
  return undefined;
}

/** Why a text is not all there was of a value whose closing tag is missing; `undefined` if it may be. */
export function tornEnd(value: string, marks: OwnMarks): string | undefined {
  if (!isSound(value)) return "nothing, and what it holds does not pair";
  return pieceAtEnd(value, marks) ?? openElement(value, marks);
}
