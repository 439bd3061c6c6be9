import { readToken } from "../marks.ts";
import { namePattern } from "../names.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { complete, cut, type ParseResult } from "../parse-result.ts";
import type { Dialect } from "./dialect.ts";
import { readNamedJson } from "./named-json.ts";

const third = new RegExp(`>>>(${namePattern})(?:\\n|(?=\\{)|$)`, "uy");
const recipientName = new RegExp(`\\s*(${namePattern})\\s*`, "uy");

/** The third dialect: `>>>name` and JSON on the next line; `all` speaks to people. */
function readThird(context: ParseContext, at: number): ParseResult | undefined {
  const { text } = context;
  const opener = matchAt(third, text, at);
  const name = opener?.[1];
  if (!opener || name === undefined) return undefined;
  if (name === "all") return complete([], at + opener[0].length);
  if (!context.tools.find(name)) return undefined;
  return text.slice(at, at + 200).trimEnd() === `>>>${name}`
    ? cut([], text.length)
    : readNamedJson(context, at + 3);
}

/** The second dialect: `<|recipient|>name<|content|>{…}`. */
function readSecond(context: ParseContext, at: number): ParseResult | undefined {
  const token = readToken(context.text, at);
  if (token?.name !== "recipient") return undefined;
  const name = matchAt(recipientName, context.text, token.end);
  if (!name || !context.tools.find(name[1] ?? "")) return complete([], token.end + (name?.[0].length ?? 0));
  const call = readNamedJson(context, token.end);
  if (call) return call;
  const end = token.end + name[0].length;
  return end >= context.text.length ? cut([], end) : complete([], end);
}

function readFunctionary(context: ParseContext, at: number): ParseResult | undefined {
  return context.text[at] === ">" ? readThird(context, at) : readSecond(context, at);
}

export const functionary: Dialect = {
  name: "functionary",
  begins: /[<>]/,
  stops: ["(?<=^[ \\t]{0,3}|\\})>"],
  alone: readFunctionary,
};
