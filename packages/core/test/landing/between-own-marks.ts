import type { LandedCall } from "../../src/index.ts";
import { type Call, renderings } from "./render-call.ts";

/** A value as a text. */
export function asText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A text without its white space. */
export function dense(text: string): string {
  return text.replace(/\s/g, "");
}

/**
 * A whole tag or token of any family's calls; what holds one took markup for text, whatever stands around it. A mark torn into pieces, a vendor's bare name
 * and a call's mark in another family are data where nothing but the value's own marks stands around them: every reader of that family takes them so.
 */
const wholeMark =
  /<[|｜][^<>|｜]{1,60}[|｜]>|<\/?(?:\w+[:|])?(?:(?:parameter|param|function|invoke)(?:=|\s+name=)|(?:tool_calls?|arg_key|arg_value)[\s>]|\/(?:parameter|function|invoke)>)|\]<\]minimax\[>\[|<escape>|\[\/?TOOL_|\[ARGS\]/;
/** A tag of a parameter, followed as a word is: where the tool has no such parameter it is spoken of, and nothing else (`values/mention.ts`). */
const spokenOf = /<parameter(?:=|\sname=")([\w-]+)"?>(?=[.,;:!?)\]}]{0,3}\s\S)/g;

/** The text of one parameter with its own marks, as each family writes it. */
function memberIn(
  { render }: (typeof renderings)[number],
  name: string,
  key: string,
  value: unknown,
): string {
  const [holding, lacking] = [{ [key]: value }, {}].map((given) =>
    render({ name, arguments: given } as Call),
  );
  if (holding === undefined || lacking === undefined) return "";
  let [start, end] = [0, 0];
  while (start < lacking.length && holding[start] === lacking[start]) start += 1;
  while (end < lacking.length - start && holding.at(-1 - end) === lacking.at(-1 - end)) end += 1;
  return holding.slice(start, holding.length - end);
}

/**
 * True if a text stands, sign for sign, between the whole marks that some family writes around it, and holds no whole mark itself: whatever was damaged
 * around it, nothing tells that the value was.
 */
export function isBetweenOwnMarks(
  text: string,
  call: LandedCall,
  value: unknown,
  parameters: readonly string[],
): boolean {
  const plain = asText(value).replace(spokenOf, (tag, name: string) =>
    parameters.includes(name) ? tag : "",
  );
  if (wholeMark.test(plain)) return false;
  const [key] = Object.entries(call.arguments).find(([, one]) => one === value) ?? [];
  if (key === undefined) return false;
  return renderings.some((one) => {
    const member = dense(memberIn(one, call.name, key, value));
    return member.length > dense(asText(value)).length + key.length && dense(text).includes(member);
  });
}
