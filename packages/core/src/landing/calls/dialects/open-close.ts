import { skipBlanks } from "../../json/blanks.ts";
import { readJson } from "../../json/read-json.ts";
import type { CallCandidate, Field } from "../call-candidate.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { broken, complete, cut, insideText, type ParseResult } from "../parse-result.ts";
import type { OwnMarks } from "../values/own-marks.ts";
import { tornToken } from "../values/torn-pieces.ts";
import type { Dialect } from "./dialect.ts";

const open = /<\|open\|>\s*(\w+)([^<>]*)<\|sep\|>/y;
const close = /<\|close\|>\s*(\w+)\s*<\|sep\|>/y;
const wholeAttributes = /^(?:\s+\w+="[^"]*")*\s*$/;
const attribute = /(\w+)="([^"]*)"/g;
/** Tokens of the family; one inside a value means that the closing one of that value was damaged. */
const ownToken = /\b(?:open|close|sep)\|>|<\|(?:op|cl|se)/;

const ownMarks: OwnMarks = {
  fixed: ["<|close|>argument<|sep|>", "<|close|>call<|sep|>"],
  named: [['<|open|>argument key="', "<|sep|>"]],
};

function attributes(written: string): Map<string, string> {
  const plainText = (value: string) => value.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  return new Map(
    [...written.matchAll(attribute)].map((match) => [match[1] ?? "", plainText(match[2] ?? "")]),
  );
}

/** One `<|open|>call tool="…"<|sep|>…`, from behind its opener. */
function readCall(context: ParseContext, from: number, name: string): ParseResult {
  const { text, fuel } = context;
  const fields: Field[] = [];
  let candidate: CallCandidate = { name, arguments: { kind: "fields", fields } };
  let at = skipBlanks(text, from);
  for (;;) {
    const closer = matchAt(close, text, at);
    if (closer?.[1] === "argument")
      return broken([], at + closer[0].length, "a parameter ends that did not begin");
    if (closer) return complete([candidate], at + closer[0].length);
    const opener = matchAt(open, text, at);
    if (!opener) break;
    const inner = at + opener[0].length;
    const end = text.indexOf(`<|close|>${opener[1]}<|sep|>`, inner);
    if (end < 0) return cut([], text.length);
    const given = attributes(opener[2] ?? "");
    const value = text.slice(inner, end);
    if (opener[1] === "json") {
      const reading = readJson(value, 0, { fuel, keys: context.tools.keysOf(name) });
      if (reading.ending === "broken" || reading.ending === "cut")
        return broken([], end, "the arguments are not valid JSON");
      candidate = { name, arguments: { kind: "value", value: reading.value } };
    } else {
      const type = given.get("type") ?? "string";
      const key = given.get("key") ?? "";
      const field: Field = { name: key, text: value };
      if (type !== "string") field.json = true;
      if (!wholeAttributes.test(opener[2] ?? "")) field.unclear = `the tag of ${key} is damaged`;
      if (ownToken.test(value) || tornToken(value, ownMarks) !== undefined)
        field.unclear = `the value of ${key} holds another's tags`;
      fields.push(field);
    }
    at = skipBlanks(text, end + `<|close|>${opener[1]}<|sep|>`.length);
  }
  if (at < text.length && text.length - at > 200)
    return broken([], text.length, "something stands between the parameters");
  return at < text.length ? cut([], text.length) : complete([{ ...candidate, open: "value" }], at);
}

/** Kimi K3's channels: `tools` and `call` are calls, `think` is reasoning, the other tags are markup. */
function readOpenClose(context: ParseContext, at: number): ParseResult | undefined {
  const { text } = context;
  const opener = matchAt(open, text, at);
  if (!opener && /^<\|open\|>[^<>]*<?\|?[a-z]*$/.test(text.slice(at, at + 300))) {
    return /call|tools/.test(text.slice(at)) ? cut([], text.length) : complete([], text.length);
  }
  if (!opener) return undefined;
  const inner = at + opener[0].length;
  if (opener[1] === "think") {
    const end = text.indexOf("<|close|>think<|sep|>", inner);
    return complete([], end < 0 ? text.length : end + "<|close|>think<|sep|>".length);
  }
  if (opener[1] !== "call") return complete([], inner);
  return readCall(context, inner, attributes(opener[2] ?? "").get("tool") ?? "");
}

const closer = "<|close|>";
/** What a cut left of a closing mark. */
const cutClose = /^\s*\w*\s*(?:<[|\w]*)?$/;

/** `<|close|>…<|sep|>` is markup; where another sign stands in it, the one that it was did not end the value that it stands in. */
function readClose(context: ParseContext, at: number): ParseResult | undefined {
  const { text } = context;
  const whole = matchAt(close, text, at);
  if (whole) return complete([], at + whole[0].length);
  const inner = at + closer.length;
  if (cutClose.test(text.slice(inner, inner + 60)) || !text.includes("<|sep|>", inner)) return undefined;
  return broken([], inner, insideText);
}

function readOpenOrClose(context: ParseContext, at: number): ParseResult | undefined {
  if (context.text.startsWith("<|open|>", at)) return readOpenClose(context, at);
  return context.text.startsWith(closer, at) ? readClose(context, at) : undefined;
}

export const openClose: Dialect = { name: "open and close", begins: /</, alone: readOpenOrClose };
