import { isWhole } from "../json/whole-text.ts";
import { holdsArguments } from "./broken-object.ts";

/** What no bare argument is: the marks of a call in whatever dialect. */
const callMarkup =
  /<\/?(?:[|｜]|(?:[a-z]+[:|])?(?:tool_?calls?|function_?calls?|function|invoke|parameter|arg_key|arg_value)[\s=>])|\[\/?(?:TOOL_|ARGS\]|CALL_ID\])|[|｜]>(?![^\S\n]{1,9}[\p{L}\p{N}_(:@&.%])|[\p{L}\p{N}_▁\\/][|｜]>|<\\?[|｜]|_call>|\/tool>|tool: ?\w{1,60}>|[\w}']>\s*\{"/iu;

/** What only the rest of an object or an element begins with: its bracket, or a word with a key's quote and colon in it. */
const objectRest =
  /^\s*(?:[<>]|\/?t?o?ol>|\\\s|[^\w\s]?\s{0,5}[|｜]>|[^\w\s]{0,2}\{\s{0,5}[<>]|[^\s"'`<>]{1,12}>{1,2}\s*\n|\W?\w{0,4}ght:|(["'])(?![\s\S]*\1)|["'`]\{|[}\]),;:`]|\S{0,60}"\s{0,10}:|<[^<>]{0,60}"\s{0,10}[:,])/;

/**
 * True if a brace stands in a text before its first word, and a quote directly behind it or one before a colon anywhere: all of the arguments, damaged.
 * A command says first what is to be done.
 */
function isMarkedObject(text: string): boolean {
  const brace = text.indexOf("{");
  if (brace < 0 || /[\p{L}\p{N}_]{2}|\(/u.test(text.slice(0, brace))) return false;
  return /^\{[\s\W]{0,10}["']/.test(text.slice(brace, brace + 20)) || /["']\s{0,10}[:：]/.test(text);
}

/** An object whose brace stands directly behind a word, and nothing else: the arguments, the word put before them. */
const wordAndObject = /^\s*(?:\w{1,20}[^\w\s(]?\{\s{0,10}["'][\s\S]*["']\W{0,3}\}\S{0,2}|\S{1,20}\{\})\s*$/;

/** A key and its value, both in quotes, and neither a brace nor another member before them; or a key behind a brace at the end of a word. */
const pairAlone =
  /[\p{L}\p{N}]\{["'][^\n{}]{0,60}["']\s{0,5}[:：]|(?<![{,[]\s{0,5})"[^"\n]{1,60}"\s{0,5}[:：]\s{0,5}"/u;

/** True if a bare text holds another call's markup, or is what is left of an object or an element that held the parameter `name`. */
export function isRemainder(text: string, name: string): boolean {
  if (callMarkup.test(text)) return true;
  if (text.includes(`</${name}`) || text.includes(`"${name}":`) || objectRest.test(text)) return true;
  if (isMarkedObject(text) || holdsArguments(text)) return true;
  if (!isWhole(text.includes('{"') ? text : text.replace(/[()[\]]/g, ""))) return true;
  if (/\{"[\s\S]*"\s*\}\s*$/.test(text) && !/"\s{0,10}:/.test(text)) return true;
  if (pairAlone.test(text) || wordAndObject.test(text)) return true;
  const key = text.search(/"\s{0,10}:/);
  if (key >= 0 && !text.slice(0, key).includes("{")) return true;
  return /"\s*\}\s*$/.test(text.slice(-80)) && !text.includes("{");
}
