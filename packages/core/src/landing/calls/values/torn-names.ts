import { compiledPattern } from "./compiled-pattern.ts";
import type { OwnMarks } from "./own-marks.ts";

/** How few letters of a parameter's name tell that it was one. */
const leastOfName = 3;

/** The end of an opening tag: the name of a parameter that is still lacking, outside of tags that are whole. */
export function tornNameOf(value: string, names: readonly string[]): string | undefined {
  const lacking = names.map((name) => name.replace(/[^\w-]/g, "."));
  if (lacking.length === 0 || !value.includes(">")) return undefined;
  // The beginning of a closing tag and the end of the next opening one.
  const ends = lacking.flatMap((name) =>
    [3, 4, 5, 6].filter((size) => size < name.length).map((size) => name.slice(-size)),
  );
  const glued =
    ends.length > 0 && compiledPattern(`</[^\\s\\w<>]?\\s?(?:${ends.join("|")})["']?>`).exec(value)?.[0];
  if (glued) return glued;
  const line =
    ends.length > 0
      ? compiledPattern(`(?:^|\\n)<([^\\s\\w<>]?(?:${ends.join("|")}))["']?>\\s*\\n`).exec(value)
      : null;
  if (line && !value.includes(`</${line[1]}`)) return line[0].trim();
  // A closing tag that nothing opened, and the end of the next tag directly behind it.
  const met = /<\/([\p{L}_][\w:.-]{0,20})>([\p{L}_]\w{0,20})["']?>/u.exec(value);
  if (met && !value.includes(`<${met[1]}`) && lacking.some((name) => name.endsWith(met[2] ?? name)))
    return met[0];
  const alike =
    ends.length > 0 &&
    compiledPattern(
      `(?:^|\\n)<(?:/\\w{1,2}[^\\w\\s<>]?(?:${ends.join("|")})>|\\w(?:${ends.join("|")})>(?=\\S))`,
    )
      .exec(value)?.[0]
      .trim();
  if (alike && !value.includes(alike.startsWith("</") ? `<${alike.slice(2, -1)}` : `</${alike.slice(1, -1)}`))
    return alike;
  const only = /^[^<]*(?:\n|^)<\/(\w{2})>[^\S\n]*\n[^<]*$/.exec(value)?.[1];
  if (only !== undefined && lacking.some((name) => name.length > only.length && name.endsWith(only)))
    return `</${only}>`;
  const unopened = lacking.filter((name) => !value.includes(`<${name}`));
  const strange =
    unopened.length > 0 && compiledPattern(`</[^\\w<>]{0,2}(?:${unopened.join("|")})["']?>`).exec(value)?.[0];
  if (strange) return strange;
  const alone = compiledPattern(`(?:^|\\n)[^\\w\\s<.]{1,3}(?:${lacking.join("|")})["']?>`).exec(value)?.[0];
  if (alone !== undefined) return alone;
  // The same, the name's first letters gone as well.
  const rest = lacking.flatMap((name) =>
    [1, 2].map((by) => name.slice(by)).filter((end) => end.length >= leastOfName),
  );
  const torn =
    rest.length > 0 &&
    compiledPattern(`(?:^|\\n)[^\\w\\s<.]{0,3}(?:${rest.join("|")})["']?>`).exec(value)?.[0];
  if (torn) return torn.trim();
  return compiledPattern(`(?:^|[^\\w.])(?:${lacking.join("|")})["']?>\\s*[\\w./-]{0,40}\\s*$`).exec(
    withoutTags(value).slice(-200),
  )?.[0];
}

function withoutTags(value: string): string {
  return value.replace(/<\/?[\p{L}_][^<>]*>/gu, "");
}

/**
 * The end of one of the family's opening tags outside of whole tags: the name of one of `names` behind what stands before it there; where that is a quote,
 * also the beginning of such a name, a sign or two of it damaged.
 */
export function tornOpenerEnd(
  value: string,
  { named }: OwnMarks,
  names: readonly string[],
): string | undefined {
  const tail = named.some(([before]) => before.endsWith("="))
    ? "[^\\w\\s=!<>]="
    : named.some(([before]) => before.endsWith('="'))
      ? '="'
      : undefined;
  if (tail === undefined || !value.includes(">")) return undefined;
  const ends = names.map((name) => name.replace(/[^\w-]/g, ".")).join("|");
  // The name stands where only an attribute's value does, and the attribute is gone.
  const headless =
    tail === '="' ? compiledPattern(`<\\w{0,12}="(?:${ends})"[^<>]{0,40}>`).exec(value)?.[0] : undefined;
  if (headless !== undefined) return headless;
  const begun = names
    .filter((name) => name.length >= leastOfName)
    .map((name) => name.slice(0, leastOfName).replace(/[^\w-]/g, "."));
  const damaged =
    tail === '="' && begun.length > 0 ? `|(?:${begun.join("|")})\\w{0,20}[^\\w\\s"]{0,2}\\w{0,20}"` : "";
  // A sign of a tag between the name and its quote belongs to nothing else.
  const inside = tail === '="' ? `|<["']>` : "";
  return compiledPattern(`${tail}(?:(?:${ends})"?${damaged})(?:\\s[^<>]{0,80})?>${inside}`).exec(
    withoutTags(value),
  )?.[0];
}

/** True if a value ends in a tag of its own name that it did not open, give or take a few signs. */
export function endsInOwn(value: string, own: string): boolean {
  if (!value.includes("<")) return false;
  const name = own.replace(/\s/g, "");
  const at = value.lastIndexOf(`</${name}`);
  const behind = at < 0 ? "" : value.slice(at + name.length + 2);
  if (at >= 0 && /^\w?[^\w]{0,6}\w?[^\w]{0,2}$/.test(behind)) return !value.includes(`<${name}`);
  const tag = `<${name.replace(/[^\w-]/g, ".")}>`;
  const alone = value.includes("\n") ? `^\\s*${tag}` : tag;
  if (compiledPattern(alone).test(value) && !value.includes(`</${name}`)) return true;
  const end = value.slice(-100);
  return (
    compiledPattern(`<\\W{0,2}${tag.slice(1)}\\W{0,3}$`).test(end) ||
    compiledPattern(`<\\w${tag.slice(1)}\\W*>\\s*$`).test(end)
  );
}

/** A tag that is called like the value's own, but for a sign or two before the name, and that nothing in the value opens or closes. */
export function likeOwn(value: string, own: string): string | undefined {
  const name = own.replace(/[^\w-]/g, ".");
  const found = compiledPattern(`</?([^\\w\\s<>]{0,3}\\w{0,3}[^\\w\\s<>]{0,3}${name})[^\\w\\s<>]{0,2}>`).exec(
    value,
  );
  const [tag = "", inner = ""] = found ?? [];
  if (!found || inner === own) return undefined;
  const { index } = found;
  if (value.trim().includes("\n") && value.slice(index + tag.length).trim() !== "") return undefined;
  const isPaired = value.includes(`<${inner}`) && value.includes(`</${inner}`);
  return isPaired ? undefined : tag;
}

/** An attribute that the family's opening tags have, where no tag of the family has it. */
export function tornAttribute(value: string, { named }: OwnMarks): string | undefined {
  for (const [before, behind] of named) {
    const attribute = /[|｜]/.test(before) ? "string" : /\s([\w-]+)=/.exec(behind)?.[1];
    if (attribute === undefined) continue;
    const found = compiledPattern(`^\\s{0,3}${attribute}="|\\s${attribute}="(?:true|false)">`).exec(
      value,
    )?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** No attribute is told by fewer letters. */
const leastOfAttribute = 3;

/** One of the family's own tags whose attribute lacks a sign, or has another in its place: what tells the tag of another text is a name of its own. */
export function tornOwnAttribute(value: string, { named }: OwnMarks): string | undefined {
  for (const [before] of named) {
    const [, word, attribute = ""] = /^<([\w:]{1,40})\s([\w-]{1,40})=/.exec(before) ?? [];
    if (word === undefined || attribute.length < leastOfAttribute || !value.includes(`<${word}`)) continue;
    const torn = [...attribute].flatMap((_, at) => {
      const [head, tail] = [attribute.slice(0, at), attribute.slice(at + 1)];
      return [`${head}[^\\w\\s=<>]?${tail}`, `${head}[^\\w\\s=<>]${attribute.slice(at)}`];
    });
    const found = compiledPattern(`<${word}\\s{1,10}(?:${torn.join("|")})\\s{0,10}=`).exec(value)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What stands before and behind an element that is closed at once: another one, a blank, a quote, or the edge of the text. */
const edgeBefore = /[\s>"'`(]|^$/;
const edgeBehind = /[^\p{L}\p{N}]|^$/u;

/** One of the family's opening tags that is closed at once and does not stand as an element does. */
export function closedOpener(value: string, { named }: OwnMarks): string | undefined {
  if (!value.includes("/>")) return undefined;
  for (const [before] of named) {
    if (!/^<\w/.test(before)) continue;
    for (let at = value.indexOf(before); at >= 0; at = value.indexOf(before, at + 1)) {
      const from = at + before.length;
      const end = /^[^"<>=]{1,40}["']?\/>/.exec(value.slice(from, from + 50))?.[0];
      if (end === undefined) continue;
      const stands = edgeBefore.test(value[at - 1] ?? "") && edgeBehind.test(value[from + end.length] ?? "");
      if (!stands) return before + end;
    }
  }
  return undefined;
}

const begunName = /<(pa|par|para|param|parame|paramet|paramete)>/g;

/** The beginning of the word of a parameter's tag as an element that nothing closes, in a family that has that word. */
export function begunOpener(value: string, { fixed }: OwnMarks): string | undefined {
  if (!value.includes("<pa") || !fixed.some((mark) => mark.endsWith("parameter>"))) return undefined;
  for (const [tag, name = ""] of value.matchAll(begunName)) if (!value.includes(`</${name}>`)) return tag;
  return undefined;
}

const closingName = /<\/([\w:-]{0,40})/g;
const parameterTag = /<[^<>\s]{0,12}(?:param|arg)[^<>]{0,120}>/g;

/** A tag called like one of a parameter, with the value's own name in it or that of a parameter that is still lacking, which the family does not write so. */
export function strangeOpener(
  value: string,
  { named }: OwnMarks,
  names: readonly string[],
): string | undefined {
  if (!value.includes("param") && !value.includes("arg")) return undefined;
  /** Where each kind of tag is closed last. */
  const closed = new Map<string, number>();
  for (const { 1: word = "", index } of value.matchAll(closingName)) closed.set(word, index);
  for (const { 0: tag, index } of value.matchAll(parameterTag)) {
    const name = names.find((one) => tag.includes(`"${one}"`) || tag.includes(`=${one}`));
    if (name === undefined) continue;
    if (named.some(([before]) => /\w/.test(before) && tag.startsWith(before + name))) continue;
    const word = /^<([\w:-]{0,40})/.exec(tag)?.[1] ?? "";
    if ((closed.get(word) ?? -1) < index) return tag;
  }
  return undefined;
}
