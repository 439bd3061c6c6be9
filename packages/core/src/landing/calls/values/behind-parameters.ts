import { type CallCandidate, fieldNames } from "../call-candidate.ts";
import type { ParseContext } from "../parse-context.ts";
import { closesStranger } from "./remains.ts";

/** Where a call ends, or the next one begins. */
const edge =
  /(?<closer><\/(?![\w:|-]*(?:arg|:start|:begin|:value))(?:[|｜][^<>|｜]{1,10}[|｜])?\s?[\w:|-]*(?:tool|function|call|invoke)[\w:|.-]*\s*>|<[|｜]tool[\w:▁]*call[\w:▁]*end[|｜]>)|<(?:[|｜]\s?[A-Z]{2,8}\s?[|｜]\s?|[\w]+[:|])?(?:function|invoke|[\w]*tool_call)[\s=:>]|<[|｜]tool[\w:▁]*call|\[TOOL_/g;
/** What is left of a tag of which at most its own signs were damaged. */
const tag = /<[^<>]{0,60}>?|[^\s<>]{0,40}>/g;
/** A tag that only a parameter has: an attribute, or its name. */
const ofParameter = /=|param|arg|<\/?\s*(?:key|value)\b|CDATA|minimax\[|<\]|\[>/i;
/** The end of a parameter, without which one that was begun was cut. */
const parameterEnd = /^<\/.*>$|:end\|>$/;
/** What stands directly at the end of the last parameter, and holds a sign of a tag: no prose begins so. */
const attached = /^(?:>|[^\s<`][^\n]{0,200}[<>])/;
const maximumLook = 2000;

/** Something between the last parameter that could be read and the end of the call; `until` is where that end begins. */
export type Stranger = { what: string; until: number };

/**
 * What stands behind the last parameter of a call, from `at`, and is neither white space nor the end of the call: a damaged parameter, with
 * all that follow it. A closing mark of the call that was damaged itself is none, where another stands behind it (`hasOneEnd`: the family has but one), nor is
 * prose behind a call that nothing closes.
 */
export function strangerBehind(
  { text, fuel }: ParseContext,
  at: number,
  hasOneEnd = false,
): Stranger | undefined {
  edge.lastIndex = at;
  const end = edge.exec(text);
  const until = end?.index ?? text.length;
  fuel.left -= until - at;
  const between = text.slice(at, Math.min(until, at + maximumLook));
  if (between.trim() === "") return undefined;
  const tags = between.match(tag) ?? [];
  const owned = tags.filter((one) => ofParameter.test(one));
  const words = between.replace(tag, "").replace(/```|\\n|[}),;]/g, "");
  const isClosed = end?.groups?.closer !== undefined;
  const strange = !end
    ? owned.some((one) => parameterEnd.test(one)) || attached.test(between) || closesStranger(between, true)
    : owned.length > 0 ||
      (isClosed ? hasOneEnd || words.trim() !== "" || tags.length > 1 : between.includes("<"));
  return strange ? { what: between.trim().slice(0, 60), until } : undefined;
}

/** What opens a parameter, in any family that has a tag for it. */
const parameterOpener =
  /\s*(?:<(?:[|｜]\s?[A-Z]{2,8}\s?[|｜]\s?|[A-Za-z]+[:|])?(?:(?:parameter|param|argument|arg)(?:\s*=|\s+(?:name|key)\s*=)|(?:\w{1,20}_)?arg_key\b)|<\|tool_arg:start\|>|<\|open\|>\s*argument\b)/y;
const plainOpener = /\s*<([\p{L}_][\p{L}\p{N}_-]{0,80})>/uy;

/** A call in tags that ends at `end`, with what stands there if it is one of its parameters. `known`: those of its tool. */
export function withParameterBehind(
  call: CallCandidate,
  text: string,
  end: number,
  known: readonly string[],
): CallCandidate {
  const given = call.arguments;
  if (given.kind !== "fields" || given.behind !== undefined) return call;
  const names = fieldNames(call);
  const lacking = known.filter((name) => !names.includes(name));
  if (!parameterBehind(text, end, lacking)) return call;
  return { ...call, arguments: { ...given, behind: text.slice(end, end + 60).trim() } };
}

/** True if a parameter opens behind the end of a call at `at`: the call was closed before its last one. `names`: those that it still lacks. */
function parameterBehind(text: string, at: number, names: readonly string[]): boolean {
  parameterOpener.lastIndex = at;
  if (parameterOpener.test(text)) return true;
  plainOpener.lastIndex = at;
  const name = plainOpener.exec(text)?.[1];
  return name !== undefined && names.includes(name);
}
