import { readCloser } from "../marks.ts";
import { namePattern, nameStart } from "../names.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { complete, type ParseResult } from "../parse-result.ts";
import type { Dialect } from "./dialect.ts";

const head = new RegExp(
  `(${namePattern})\\s*(?:<tool_sep(?::[\\w.-]{1,24})?>\\s*)?(?=<[/|｜]|\\[/|\\[END_)`,
  "uy",
);

/** Nothing but the name of an offered tool before the closing mark. */
function readNameAlone({ text, tools }: ParseContext, at: number): ParseResult | undefined {
  const match = matchAt(head, text, at);
  const name = match?.[1];
  if (!match || name === undefined || !tools.find(name)) return undefined;
  const end = at + match[0].length;
  if (readCloser(text, end) === undefined) return undefined;
  return complete([{ name, arguments: { kind: "fields", fields: [] } }], end);
}

export const nameAlone: Dialect = { name: "name alone", begins: nameStart, marked: readNameAlone };
