import { skipBlanks } from "../json/blanks.ts";
import { readJson } from "../json/read-json.ts";
import { broken, complete, cut, type Draft, type Reading, type Sight } from "./draft.ts";
import { readPythonCall } from "./read-pythonic.ts";

const action =
  /^[ \t>]*\**Action\**[ \t]*:[ \t]*\**[ \t]*[`"']?([A-Za-z_][\w.\- ]{0,120}?)[`"']?[ \t]*\n+[ \t]*\**Action[ _]Input\**[ \t]*:\**[ \t]*/gim;
const actionCall = /^[ \t]*\**Action\**[ \t]*:[ \t]*(?=[A-Za-z_][\w.-]*\()/gim;
const observation = /^[ \t]*\**Observation\**[ \t]*:/im;
const fence = /^```[\w-]*[ \t]*\n?/;

/** Calls as `Action:` and `Action Input:`, with where the first one begins. */
export type ReactReading = Reading & { start: number };

function inputOf(
  sight: Sight,
  from: number,
  limit: number,
): { draft: Draft["arguments"]; end: number; open?: Draft["open"] } | "cut" | "broken" {
  const { text, fuel } = sight;
  let at = skipBlanks(text, from, limit);
  const fenced = fence.exec(text.slice(at, at + 40))?.[0].length ?? 0;
  at = skipBlanks(text, at + fenced, limit);
  if (text[at] !== "{") {
    const line = text.indexOf("\n", from);
    const end = line < 0 || line > limit ? limit : line;
    const given = text.slice(from, end).trim();
    if (given === "" && end >= text.length) return "cut";
    const draft = { kind: "text", text: given } as const;
    return end >= text.length ? { draft, end, open: "number" } : { draft, end };
  }
  const reading = readJson(text, at, { fuel, limit });
  if (reading.ending === "cut") return "cut";
  if (reading.ending === "broken") return "broken";
  let end = reading.end;
  if (fenced > 0 && text.startsWith("```", skipBlanks(text, end))) end = skipBlanks(text, end) + 3;
  const draft = { kind: "value", value: reading.value } as const;
  return reading.ending === "open" ? { draft, end, open: reading.last } : { draft, end };
}

/** `Action: tool` and `Action Input: {…}`, ending the message or followed by an invented observation. */
export function readReact(sight: Sight): ReactReading | undefined {
  const { text } = sight;
  const invented = observation.exec(text);
  const drafts: Draft[] = [];
  let start = -1;
  let end = -1;
  action.lastIndex = 0;
  actionCall.lastIndex = 0;
  const short = actionCall.exec(text);
  for (let match = action.exec(text); match; match = action.exec(text)) {
    if (invented && invented.index < match.index && start >= 0) break;
    const between = start < 0 ? "" : text.slice(end, match.index).replace(/^\s*Thought:.*$/gim, "");
    if (between.trim() !== "") return undefined;
    if (start < 0) start = match.index;
    const from = match.index + match[0].length;
    const limit = invented && invented.index > from ? invented.index : text.length;
    const input = inputOf(sight, from, limit);
    if (input === "cut") return { ...cut(drafts, text.length), start };
    if (input === "broken") return { ...broken(drafts, limit, "the action input is not valid JSON"), start };
    const draft: Draft = { name: match[1] ?? "", arguments: input.draft };
    if (input.open) draft.open = input.open;
    drafts.push(draft);
    end = input.end;
    action.lastIndex = end;
  }
  if (drafts.length === 0 && short) {
    const call = readPythonCall(sight, short.index + short[0].length, true);
    if (call?.ending !== "complete") return undefined;
    drafts.push(...call.drafts);
    start = short.index;
    end = call.end;
  }
  if (drafts.length === 0) return undefined;
  const rest = text
    .slice(end)
    .trim()
    .replace(/^`{1,2}$/, "");
  if (rest !== "" && !(invented && text.slice(end, invented.index).trim() === "" && invented.index >= end))
    return undefined;
  return { ...complete(drafts, text.length), start };
}
