import { skipBlanks } from "../json/blanks.ts";
import { readJson } from "../json/read-json.ts";
import { complete, cut, type Draft, type Field, matchAt, type Reading, type Sight } from "./draft.ts";

const open = /<\|open\|>\s*(\w+)([^<>]*)<\|sep\|>/y;
const close = /<\|close\|>\s*(\w+)\s*<\|sep\|>/y;
const attribute = /(\w+)="([^"]*)"/g;

function attributes(written: string): Map<string, string> {
  const plainText = (value: string) => value.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  return new Map(
    [...written.matchAll(attribute)].map((match) => [match[1] ?? "", plainText(match[2] ?? "")]),
  );
}

/** One `<|open|>call tool="…"<|sep|>…`, from behind its opener. */
function readCall(sight: Sight, from: number, name: string): Reading {
  const { text, fuel } = sight;
  const fields: Field[] = [];
  let draft: Draft = { name, arguments: { kind: "fields", fields } };
  let at = skipBlanks(text, from);
  for (;;) {
    const closer = matchAt(close, text, at);
    if (closer) return complete([draft], at + closer[0].length);
    const opener = matchAt(open, text, at);
    if (!opener) break;
    const inner = at + opener[0].length;
    const end = text.indexOf(`<|close|>${opener[1]}<|sep|>`, inner);
    if (end < 0) return cut([], text.length);
    const given = attributes(opener[2] ?? "");
    const value = text.slice(inner, end);
    if (opener[1] === "json") {
      draft = { name, arguments: { kind: "value", value: readJson(value, 0, { fuel }).value } };
    } else {
      const type = given.get("type") ?? "string";
      fields.push({
        name: given.get("key") ?? "",
        text: value,
        ...(type === "string" ? {} : { json: true }),
      });
    }
    at = skipBlanks(text, end + `<|close|>${opener[1]}<|sep|>`.length);
  }
  if (at < text.length && text.length - at > 200) return complete([draft], at);
  return at < text.length ? cut([], text.length) : complete([{ ...draft, open: "value" }], at);
}

/** Kimi K3's channels: `tools` and `call` are calls, `think` is reasoning, the other tags are markup. */
export function readOpenClose(sight: Sight, at: number): Reading | undefined {
  const { text } = sight;
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
  return readCall(sight, inner, attributes(opener[2] ?? "").get("tool") ?? "");
}

/** `<|close|>…<|sep|>` is markup. */
export function readClose(sight: Sight, at: number): Reading | undefined {
  const closer = matchAt(close, sight.text, at);
  return closer && complete([], at + closer[0].length);
}
