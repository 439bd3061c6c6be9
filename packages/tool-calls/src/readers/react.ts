import type { LinesForm } from "../grammar/compile.ts";
import { skipBlanks } from "../json/blanks.ts";
import { readJsonArguments } from "./json-calls.ts";
import { mostCalls, type ParseContext } from "./parse-context.ts";
import { broken, type CallCandidate, complete, cut, type ParseResult } from "./parse-result.ts";

const fence = /^```[\w-]*[ \t]*\n?/;

/** An action's input: JSON, or the rest of its line. */
function inputOf(context: ParseContext, from: number, limit: number, name: string): ParseResult {
  const { text } = context;
  const first = skipBlanks(text, from, limit);
  const fenced = fence.exec(text.slice(first, first + 40))?.[0].length ?? 0;
  const at = skipBlanks(text, first + fenced, limit);
  if (text[at] === "{") {
    const result = readJsonArguments({ ...context, limit }, name, at);
    const next = skipBlanks(text, result.end);
    return fenced > 0 && text.startsWith("```", next) ? { ...result, end: next + 3 } : result;
  }
  const line = text.indexOf("\n", from);
  const end = line < 0 || line > limit ? limit : line;
  const given = text.slice(from, end).trim();
  if (given === "" && end >= text.length) return cut([], text.length);
  if (/\w\p{Lu}\p{Ll}+: /u.test(given)) return broken([], limit, "the action input is not valid JSON");
  const open = end >= text.length ? ({ open: "number" } as const) : {};
  return complete([{ name, arguments: { kind: "text", text: given }, ...open }], end);
}

/** `Action: tool` and `Action Input: {…}` at the end of a message or before an invented result; `start`: where the first one begins. */
export function readReact(context: ParseContext, { head, result, thoughts }: LinesForm) {
  const { text } = context;
  const invented = result.exec(text)?.index ?? text.length;
  const candidates: CallCandidate[] = [];
  let start = -1;
  let end = -1;
  head.lastIndex = 0;
  for (let match = head.exec(text); match && candidates.length < mostCalls; match = head.exec(text)) {
    if (invented < match.index && start >= 0) break;
    if (start >= 0 && text.slice(end, match.index).replace(thoughts, "").trim() !== "") return undefined;
    if (start < 0) start = match.index;
    const from = match.index + match[0].length;
    const input = inputOf(context, from, invented > from ? invented : text.length, match[1] ?? "");
    candidates.push(...input.candidates);
    if (input.ending !== "complete") return { ...input, candidates, start };
    end = input.end;
    head.lastIndex = end;
  }
  const rest = end < 0 ? "" : text.slice(end, Math.max(end, invented)).trim();
  if (candidates.length === 0 || (rest !== "" && !/^`{1,2}$/.test(rest))) return undefined;
  return { ...complete(candidates, text.length), start };
}
