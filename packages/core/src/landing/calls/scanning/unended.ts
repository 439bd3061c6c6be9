import type { ParseResult } from "../parse-result.ts";

/** Words or none, and what opens a call whose values stand in tags, as they are: no other value holds a call that can be read. */
const opensTagged = /^[^<[]*<(?:\p{L}|[|｜]\s?[A-Z]{2,8}\s?[|｜]|\|tool_call(?::start\|)?>)/u;
/** The same for any call: in a value between tags each of them can be read. */
const opensAny = /^[^<[]*(?:<(?!\/|[|｜][^<>]{0,40}(?:end|close|suffix))|\[TOOL_)/;
const callEnd =
  /(?:<\/[^<>]{0,40}(?:tool|function|invoke|call)[^<>]{0,20}>|(?:[:_▁]end|calls?|suffix|eom_id|ACTION)[|｜]>|<tool_call\|>|\[\/?[A-Z_]{3,30}\])\s*$/;
const maximumLook = 2000;

/** True if a call cannot be read, and the next mark opens before it ended: what that opens may stand in one of its values. */
export function isUnended(text: string, { candidates, ending, end }: ParseResult): boolean {
  const given = candidates.at(-1)?.arguments;
  const isTagged = given?.kind === "fields" && given.behind !== undefined;
  if (!isTagged && ending !== "broken") return false;
  const opens = isTagged ? opensAny : opensTagged;
  return (
    !callEnd.test(text.slice(Math.max(0, end - 60), end)) && opens.test(text.slice(end, end + maximumLook))
  );
}
