import { skipBlanks } from "../../json/blanks.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { complete, cut, type ParseResult } from "../parse-result.ts";
import type { Dialect } from "./dialect.ts";
import { readJsonArguments } from "./json-arguments.ts";

/**
 * A header may name two channels; the last one is the one that is spoken on. Glimmer's first header has no `<|start|>`,
 * for the prompt ends with it.
 */
const header =
  /(?:(?:<\|start\|>|(?=to=))([^<]{0,120}))?(?:<\|channel\|>([^<]{0,160}))?(?:<\|channel\|>([^<]{0,160}))?(?:<\|constrain\|>[^<]{0,40})?<\|message\|>/y;
const partialHeader = /<\|(?:start|channel)\|>[^{}]{0,200}$/y;
const recipient = /to=\s*(?:functions\.)?([\p{L}_][\p{L}\p{M}\p{N}_.-]{0,119})/u;
const leaked =
  /(?:<\|channel\|>)?(?:assistant)?\s?(?:analysis|commentary)?\s*to=(?:functions\.)([\p{L}_][\p{L}\p{M}\p{N}_-]{0,119})\s*(?:<\|channel\|>)?\s*(?:commentary|analysis)?\s*(?:code|json|<\|constrain\|>\s?(?:json)?)?\s*(?:<\|message\|>)?\s*(?=\{)/uy;
const nextHeader = /<\|(?:end|call|return|start|channel|eom|eot)\|>/g;
/** Glimmer's calls, which name their tool themselves. */
const ownMarkup = /<atem:/y;

function readCall(context: ParseContext, name: string, from: number): ParseResult {
  const { text } = context;
  const at = skipBlanks(text, from);
  if (at >= text.length) return cut([], at);
  if (matchAt(ownMarkup, text, at)) return complete([], from);
  if (text[at] !== "{") {
    nextHeader.lastIndex = at;
    const end = nextHeader.exec(text);
    if (!end) return cut([], text.length);
    const body = text.slice(at, end.index).trim();
    return complete([{ name, arguments: { kind: "text", text: body } }], end.index);
  }
  return readJsonArguments(context, name, at);
}

/** Recipients that are no tools. `self` is reasoning. */
const persons = new Set(["assistant", "user", "self"]);

/** A message of gpt-oss, or of Glimmer: analysis is hidden, a recipient makes it a call, everything else is text. */
function readHarmony(context: ParseContext, at: number): ParseResult | undefined {
  const { text } = context;
  const direct = matchAt(leaked, text, at);
  if (direct?.[1] !== undefined) return readCall(context, direct[1], at + direct[0].length);
  const opener = matchAt(header, text, at);
  if (!opener) return matchAt(partialHeader, text, at) ? readPartial(text, at) : undefined;
  const role = (opener[1] ?? "").trim();
  const channels = [opener[2] ?? "", opener[3] ?? ""].map((part) => part.trim()).filter(Boolean);
  const channel = channels.at(-1) ?? "";
  const inner = at + opener[0].length;
  if (/^(?:user|system|developer|tool)\b/.test(role) || /^functions[.\w-]*\s+to=assistant/.test(role)) {
    return { ...complete([], text.length), ends: true };
  }
  const name = [...channels.toReversed(), role].map((part) => recipient.exec(part)?.[1]).find(Boolean);
  const hidden = channel.startsWith("analysis") || name === "self";
  if (name !== undefined && !persons.has(name)) return readCall(context, name, inner);
  if (!hidden) return complete([], inner);
  nextHeader.lastIndex = inner;
  return complete([], nextHeader.exec(text)?.index ?? text.length);
}

function readPartial(text: string, at: number): ParseResult {
  return recipient.test(text.slice(at)) ? cut([], text.length) : complete([], text.length);
}

const harmonyToken = /<\|(?:start|channel|constrain|message)\|>/y;

function readMessageOrHeader(context: ParseContext, at: number): ParseResult | undefined {
  if (context.text[at] === "<" && !matchAt(harmonyToken, context.text, at)) return undefined;
  return readHarmony(context, at);
}

export const harmony: Dialect = {
  name: "harmony",
  begins: /[<tac]/i,
  stops: [
    "to=functions\\.",
    "(?:assistant)?(?:analysis|commentary)\\s?to=functions\\.",
    "(?<!\\S)to=[^\\s<>{}]{1,120}<\\|message\\|>",
  ],
  alone: readMessageOrHeader,
};
