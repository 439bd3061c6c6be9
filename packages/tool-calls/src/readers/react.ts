import type { LinesForm } from "../grammar/compile.ts";
import { skipBlanks } from "../json/blanks.ts";
import { readJson } from "../json/read-json.ts";
import type { CallCandidate } from "./call-candidate.ts";
import { crossesMark } from "./json-arguments.ts";
import type { ParseContext } from "./parse-context.ts";
import { broken, complete, cut, type ParseResult } from "./parse-result.ts";
import { readPythonCall } from "./python-call.ts";

/** No reply holds more. */
const mostCalls = 1000;
const fence = /^```[\w-]*[ \t]*\n?/;

/** Calls as `Action:` and `Action Input:`, with where the first one begins. */
export type ReactResult = ParseResult & { start: number };

function inputOf(
  context: ParseContext,
  from: number,
  limit: number,
  name: string,
): { candidate: CallCandidate["arguments"]; end: number; open?: CallCandidate["open"] } | "cut" | "broken" {
  const { text, fuel } = context;
  let at = skipBlanks(text, from, limit);
  const fenced = fence.exec(text.slice(at, at + 40))?.[0].length ?? 0;
  at = skipBlanks(text, at + fenced, limit);
  if (text[at] !== "{") {
    const line = text.indexOf("\n", from);
    const end = line < 0 || line > limit ? limit : line;
    const given = text.slice(from, end).trim();
    if (given === "" && end >= text.length) return "cut";
    if (/\w\p{Lu}\p{Ll}+: /u.test(given)) return "broken";
    const candidate = { kind: "text", text: given } as const;
    return end >= text.length ? { candidate, end, open: "number" } : { candidate, end };
  }
  const reading = readJson(text, at, { fuel, limit, keys: context.tools.keysOf(name) });
  if (reading.ending === "cut") return "cut";
  if (reading.ending === "broken" || (!reading.strict && crossesMark(context, at, reading.end)))
    return "broken";
  let end = reading.end;
  if (fenced > 0 && text.startsWith("```", skipBlanks(text, end))) end = skipBlanks(text, end) + 3;
  const candidate = { kind: "value", value: reading.value } as const;
  return reading.ending === "open" ? { candidate, end, open: reading.last } : { candidate, end };
}

/** `Action: tool` and `Action Input: {…}`, ending the message or followed by an invented result. */
export function readReact(context: ParseContext, form: LinesForm): ReactResult | undefined {
  const { text } = context;
  const { head: action, callHead: actionCall, result, thought } = form;
  const invented = result.exec(text);
  const candidates: CallCandidate[] = [];
  let start = -1;
  let end = -1;
  action.lastIndex = 0;
  actionCall.lastIndex = 0;
  const short = actionCall.exec(text);
  for (let match = action.exec(text); match && candidates.length < mostCalls; match = action.exec(text)) {
    if (invented && invented.index < match.index && start >= 0) break;
    const between = start < 0 ? "" : text.slice(end, match.index).replace(thought, "");
    if (between.trim() !== "") return undefined;
    if (start < 0) start = match.index;
    const from = match.index + match[0].length;
    const limit = invented && invented.index > from ? invented.index : text.length;
    const name = match[1] ?? "";
    const input = inputOf(context, from, limit, name);
    if (input === "cut") return { ...cut(candidates, text.length), start };
    if (input === "broken")
      return { ...broken(candidates, limit, "the action input is not valid JSON"), start };
    const candidate: CallCandidate = { name, arguments: input.candidate };
    if (input.open) candidate.open = input.open;
    candidates.push(candidate);
    end = input.end;
    action.lastIndex = end;
  }
  if (candidates.length === 0 && short) {
    const call = readPythonCall(context, short.index + short[0].length, true);
    if (call?.ending !== "complete") return undefined;
    candidates.push(...call.candidates);
    start = short.index;
    end = call.end;
  }
  if (candidates.length === 0) return undefined;
  const rest = text
    .slice(end)
    .trim()
    .replace(/^`{1,2}$/, "");
  if (rest !== "" && !(invented && text.slice(end, invented.index).trim() === "" && invented.index >= end))
    return undefined;
  return { ...complete(candidates, text.length), start };
}
