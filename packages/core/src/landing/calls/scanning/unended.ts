import type { ParseResult } from "../parse-result.ts";

/** Words or none, and what opens a call whose values stand in tags, as they are: no other value holds a call that can be read. */
const opensTagged = /^[^<[]*<(?:\p{L}|[|｜]\s?[A-Z]{2,8}\s?[|｜]|\|tool_call(?::start\|)?>)/u;
/** The same for any call: in a value between tags each of them can be read. */
const opensAny = /^[^<]*?(?:<(?!\/|[|｜][^<>]{0,40}(?:end|close|suffix))|\[TOOL_)/;
const callEnd =
  /(?:<\/(?:[|｜]\s?[A-Z]{2,8}\s?[|｜]\s?|\w{1,20}[:|])?(?:(?:longcat|iquest|iquestcoder|dots)_)?(?:tool_?calls?|function_?calls?|calls?|function|invoke|tool)(?::[\w.-]{1,24})?\s*>|(?:[:_▁]end|calls?|suffix|eom_id|ACTION)[|｜]>|<tool_call\|>|<end_function_call>|\[\/?[A-Z_]{3,30}\])\s*$/i;
const anyCloser = /^\s*<\/[^<>]{0,40}>/;
const maximumLook = 2000;

/** True if a call cannot be read, and the next mark opens before it ended: what that opens may stand in one of its values. */
export function isUnended(text: string, { candidates, ending, end }: ParseResult): boolean {
  const given = candidates.at(-1)?.arguments;
  const isTagged = given?.kind === "fields" && given.behind !== undefined;
  if (!isTagged && ending !== "broken") return false;
  if (callEnd.test(text.slice(Math.max(0, end - 60), end))) return false;
  const rest = text.slice(end, end + maximumLook);
  const closer = anyCloser.exec(rest)?.[0] ?? "";
  // What closes here and is no end of a call was another tag.
  const behind = closer === "" || callEnd.test(closer) ? rest : rest.slice(closer.length);
  return (isTagged ? opensAny : opensTagged).test(behind);
}

/** What opens a call, in families whose calls are JSON. */
const opensJson =
  /^\s*(?:<[|｜](?:tool▁calls?▁begin|python_tag|tool_calls?(?:_section)?_begin)[|｜]>|\[TOOL_(?:CALLS|REQUEST)\]|<TOOLCALL>)/;

/** True if arguments that nothing closes are followed by what opens a call: they may have been cut in a text that holds it. */
export function runsIntoNext(text: string, { candidates, end }: ParseResult): boolean {
  return candidates.at(-1)?.open !== undefined && opensJson.test(text.slice(end, end + 60));
}
