import { skipBlanks } from "./blanks.ts";
import { bareKeyFollows, quotedKeyFollows } from "./closing-quote.ts";
import { readLooseScalar, type ScalarReading } from "./read-scalar.ts";
import { structural } from "./structural.ts";

/** What shells of databases and Python write around a value. */
export const wrapperName =
  /(?:ObjectId|ISODate|NumberLong|NumberInt|NumberDecimal|UUID|Decimal|(?:Posix|Windows|Pure)?Path|OrderedDict|dict|list|str|int|float)\s{0,10}(?=\()/y;
/** A call around the whole of a text. */
export const functionName = /[A-Za-z_$][\w$.]{0,80}\s{0,10}(?=\(\s*[[{])/y;

/** What LM Studio and Mistral write around calls: no list of words. */
export const closingMark = /\[(?:END_|\/)?TOOL_/y;
const address = /(?:https?|ftp|file|ssh|git):\/\/[^\s,{}[\]"'`<>]{1,2000}/y;
/** What begins like a number and goes on as a date, a time, a version, an amount. */
const numberLike = /[+-]?\d[\w.:/%+-]*/y;
const words =
  /[^\s,{}[\]()"'`<>|;=:\\#，；：｛｝（）［］][^,{}[\]()"'`<>|;=:\\#\n，；：｛｝（）［］]{0,300}/y;

/** True if a value ends at `at`: the object or list goes on or closes there. */
function endsValue(text: string, at: number, limit: number): boolean {
  const next = skipBlanks(text, at, limit);
  if (
    next >= limit ||
    /^(?:\/[/*]|[,;}\])<`"'“#])/.test(structural(text[next] ?? "") + (text[next + 1] ?? ""))
  )
    return true;
  return next > at && bareKeyFollows(text, next);
}

function matched(pattern: RegExp, text: string, at: number, limit: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].slice(0, limit - at);
}

/** True if several words can only be one value: the object closes behind them, or its next key follows. */
function endsWords(text: string, at: number, limit: number): boolean {
  const mark = structural(text[at] ?? "");
  if (mark === "}") return true;
  const next = skipBlanks(text, mark === "," ? at + 1 : at, limit);
  if (mark !== "," && mark !== "\n") return false;
  return structural(text[next] ?? "") === "}" || bareKeyFollows(text, next) || quotedKeyFollows(text, next);
}

/** An address, a date or a version without quotes; in an object also several words. `undefined` if it is none. */
function readBareText(text: string, at: number, limit: number, inObject: boolean): ScalarReading | undefined {
  const one = matched(address, text, at, limit) ?? matched(numberLike, text, at, limit);
  if (one !== undefined && /[\p{L}\p{N}%/]$/u.test(one) && endsValue(text, at + one.length, limit)) {
    return { value: one, end: at + one.length, partial: at + one.length >= limit, number: false };
  }
  const some = inObject ? matched(words, text, at, limit) : undefined;
  const value = some?.trimEnd();
  if (some === undefined || value === undefined || !/[\p{L}\p{N}]\s+\S/u.test(value)) return undefined;
  const end = at + some.length;
  if (end >= limit) return { value, end, partial: true, number: false };
  return endsWords(text, end, limit)
    ? { value, end: at + value.length, partial: false, number: false }
    : undefined;
}

/** A whole mark that ends a call, in tags, tokens or brackets, behind the list that held it: nothing of it was torn off. */
const wholeEnd =
  /^\s{0,40}\]?\s{0,4}(?:<\/(?:s|[\w:|]{0,20}(?:calls?|CALL|function\w{0,8}))>|<[|｜][\w▁:/]{0,40}(?:end|END|eo[mst]|suffix|call)[\w▁:/]{0,40}[|｜]>|<(?:tool_call|turn|channel)\|>|\[(?:END_|\/)TOOL_\w{1,10}\])/;
/** True if the whole end of a call stands at `at`. */
export function endsCall(text: string, at: number): boolean {
  return wholeEnd.test(text.slice(at, at + 80));
}

/** A piece of the words that marks are made of, which are no words of a text. */
const ofMark = /▁|ool_c|OOL_[CR]|_REQUE|[a-z]CAL|^\W?\w{0,2}l_ca?/;

/** A number, a word or a text without quotes, as far as it is a whole value. */
export function readUnquoted(
  text: string,
  at: number,
  limit: number,
  inObject: boolean,
): ScalarReading | undefined {
  const plain = readLooseScalar(text, at, limit);
  // The end of another member, or a path that a sign was added to.
  if (plain && typeof plain.value === "string" && /^(?![A-Za-z]:).*\\/.test(plain.value)) return undefined;
  if (
    plain &&
    inObject &&
    typeof plain.value === "string" &&
    /:-?\d*$|[:/\w](?:true|false|null)$/.test(plain.value)
  )
    return undefined;
  if (plain && typeof plain.value === "string" && ofMark.test(plain.value)) return undefined;
  // A word that a mark or the bracket of a list ends, in an object: the rest of one, as in `_CALLS]`. The whole end of a call is none.
  if (plain && inObject && typeof plain.value === "string") {
    const behind = text.slice(plain.end, plain.end + 80);
    if (/^\s{0,40}[\]<\\]/.test(behind) && !endsCall(text, plain.end)) return undefined;
  }
  if (plain && endsValue(text, plain.end, limit)) return plain;
  const several = readBareText(text, at, limit, inObject);
  if (several || !plain) return several;
  const isEnded = !inObject || typeof plain.value !== "string" || endsCall(text, plain.end);
  return isEnded ? plain : undefined;
}
