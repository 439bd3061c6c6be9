import { isObject, type LooseValue } from "../../json/loose-value.ts";
import type { OfferedTool } from "../tool-index.ts";
import { compiledPattern } from "./compiled-pattern.ts";

/**
 * The end of a token: at the beginning, behind a few signs too, where a pipe has a blank and a word behind it; behind a backslash that no
 * word stands before, as it does in a pattern; with the bracket of the next call behind it. Or the word of a token, its first bracket gone.
 */
const tornToken =
  /^(?!\s*\|>[^\S\n]+[\p{L}\p{N}_(:@&%])\W{0,3}[|｜]>|(?<!\w)\\[|｜]>|[|｜]>(?:[[{]|\s{1,3}\[>)|(?<!\[)TOOL_CALLS\]/u;
/** The end of a call and the beginning of the next, or a bracket that a text does not close and the end of its call. */
const callEnds =
  /<\/([\w:|]{1,24}?calls?)>\s{0,10}<\1>|["}\]]\s{0,5}[}\]]\s{0,5}(?:<\/s>|<\/[\w:|]{0,24}calls?>|<[|｜][\w▁:]{0,40}(?:end|eom_id|eot_id)[|｜]>)\s*$/i;
/** The end of a call before the beginning of the next, of which a piece of the mark at least is left (Nemotron's are in capitals), or of the key of its arguments. */
const callsMeet =
  /(?:[}\]][^\w\s]{0,2}\]|<\/TOOLCALL>)[^\w\s]?\s{0,3}<\W?T\W?O|[A-Z][^\w\s]?>\s{0,3}\[\{["\w]|(?<![a-z])(?:arg|rg|g)?uments"\s{0,3}\}/;
/** The end of a key, and the bracket that its value begins with. */
const restOfKey = /(?<!["'`\w$.-])[\w$.-]{2,80}"\s{0,5}:\s{0,5}[[{]/g;

/** A key without its first quote: none that it could close stands before it in its line, as it does where a key has other signs too (`"./a": {`). */
function tornKey(text: string): string | undefined {
  let quotes = 0;
  let from = 0;
  for (const { 0: key, index } of text.matchAll(restOfKey)) {
    const between = text.slice(from, index);
    const line = between.slice(between.lastIndexOf("\n") + 1);
    quotes = line.split('"').length - 1 + (line === between ? quotes : 0);
    if (quotes % 2 === 0) return key;
    from = index;
  }
  return undefined;
}

/** A key that the tool does not have and does not say it takes. */
function strangeKey(value: object, { schema, properties }: OfferedTool): string | undefined {
  if (schema.additionalProperties || Object.keys(properties).length === 0) return undefined;
  return Object.keys(value).find((key) => !(key in properties));
}

/** How many letters of a tool's name tell that the object they stand in is a call of it. */
const leastOfName = 5;

/** The beginning of another call of the same tool. */
function envelopeOf({ name }: OfferedTool): RegExp {
  const begun = name.slice(0, leastOfName).replace(/[^\w-]/g, ".");
  return compiledPattern(`\\{\\s{0,5}"name"\\s{0,5}:\\s{0,5}"${begun}`);
}

function tornText(value: LooseValue, envelope: RegExp): string | undefined {
  if (typeof value === "string")
    return (
      (tornToken.exec(value) ?? callEnds.exec(value) ?? callsMeet.exec(value) ?? envelope.exec(value))?.[0] ??
      tornKey(value)
    );
  const inside = isObject(value) ? Object.values(value) : Array.isArray(value) ? value : [];
  return inside.map((one) => tornText(one, envelope)).find((found) => found !== undefined);
}

/**
 * Where the JSON around arguments was broken, what in them says that a name, a text or a mark was torn there: a key that the tool has not, a piece
 * of a mark. Valid JSON may hold either. `undefined` if nothing does.
 */
export function tornInRepaired(
  value: LooseValue,
  tool: OfferedTool,
): { reason: string; got: string } | undefined {
  if (!isObject(value)) return undefined;
  const key = strangeKey(value, tool);
  if (key !== undefined)
    return { reason: `have a key that ${tool.name} has not, in JSON that is none`, got: JSON.stringify(key) };
  const piece = tornText(value, envelopeOf(tool));
  return piece === undefined
    ? undefined
    : { reason: "hold a piece of a mark, in JSON that is none", got: JSON.stringify(piece) };
}
