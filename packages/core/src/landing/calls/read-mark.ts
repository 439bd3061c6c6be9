import { complete, cut, type Draft, matchAt, type Reading, type Sight } from "./draft.ts";
import { readMarkedBody, readMarkedCall } from "./read-body.ts";
import { readGemmaCall } from "./read-gemma-call.ts";
import { type HarmonyReading, readHarmony } from "./read-harmony.ts";
import { readNamedJson } from "./read-named-json.ts";
import { readClose, readOpenClose } from "./read-open-close.ts";
import { readTaggedCall } from "./read-tagged-call.ts";
import { readToolTag } from "./read-tool-tag.ts";
import { readCloser, readToken, resultTokens } from "./tokens.ts";

/** What an explicit mark turned out to be. No drafts: markup that nobody should see. `ends`: the turn is over here. */
export type Mark = HarmonyReading;

const roleAfter =
  /\s*(assistant|user|system|tool|ipython|tool_response|function)?\s*(?:<[|｜]end_(?:header_id|of_role)[|｜]>)?\n?/y;
const headerTokens = new Set(["im_start", "start_header_id", "start_of_role", "from"]);
const recipientName = /\s*([\w.-]{1,120})\s*/y;
const result =
  /<(?:tool_response|tool_result|tool_results|function_results?|function_response|tool_output|observation|start_function_response)\b[^<>]*>|<[|｜](?:DSML|GCML)[|｜]function_results>|\[TOOL_RESULTS?\]|<\|tool_response>/iy;
const gigachat = /function call(?:<\|role_sep\|>)?\s*(?=\{\s*"name")/y;
const functools = /functools\s*(?=\[)/y;
const functionary = />>>([A-Za-z_][\w.-]{0,120})(?:\n|(?=\{)|$)/y;

/** Functionary's second dialect: `<|recipient|>name<|content|>{…}`; `all` speaks to people. */
function readRecipient(sight: Sight, from: number): Mark {
  const name = matchAt(recipientName, sight.text, from);
  if (!name || !sight.tools.find(name[1] ?? "")) return complete([], from + (name?.[0].length ?? 0));
  const call = readNamedJson(sight, from);
  if (call) return call;
  const end = from + name[0].length;
  return end >= sight.text.length ? cut([], end) : complete([], end);
}

function control(sight: Sight, at: number): Mark | undefined {
  const token = readToken(sight.text, at);
  if (!token) return undefined;
  if (token.name === "recipient") return readRecipient(sight, token.end);
  if (!headerTokens.has(token.name)) return complete([], token.end);
  const role = matchAt(roleAfter, sight.text, token.end);
  const end = token.end + (role?.[0].length ?? 0);
  const foreign = role?.[1] !== undefined && role[1] !== "assistant";
  return foreign ? { ...complete([], sight.text.length), ends: true } : complete([], end);
}

function readAngle(sight: Sight, at: number): Mark | undefined {
  const { text } = sight;
  if (text.startsWith("<|open|>", at)) return readOpenClose(sight, at);
  if (text.startsWith("<|close|>", at)) return readClose(sight, at);
  const call = readMarkedCall(sight, at) ?? readTaggedCall(sight, at) ?? readToolTag(sight, at);
  if (call) return call;
  if (/^<\|(?:start|channel|constrain|message)\|>/.test(text.slice(at, at + 14))) {
    const message = readHarmony(sight, at);
    if (message) return message;
  }
  return control(sight, at);
}

/** Reads an explicit mark at `at`; `undefined` if the text there is only text. */
export function readMark(sight: Sight, at: number): Mark | undefined {
  const { text } = sight;
  switch (text[at]) {
    case "<":
      return readAngle(sight, at);
    case "[":
      return readMarkedCall(sight, at);
    case ">": {
      const opener = matchAt(functionary, text, at);
      const name = opener?.[1];
      if (!opener || name === undefined) return undefined;
      if (name === "all") return complete([], at + opener[0].length);
      if (!sight.tools.find(name)) return undefined;
      return text.slice(at, at + 200).trimEnd() === `>>>${name}`
        ? cut([], text.length)
        : readNamedJson(sight, at + 3);
    }
    case "f": {
      const opener = matchAt(gigachat, text, at) ?? matchAt(functools, text, at);
      return opener && readMarkedBody(sight, at + opener[0].length);
    }
    case "c":
      return sightedCall(sight, at, readGemmaCall(sight, at)) ?? readHarmony(sight, at);
    default:
      return readHarmony(sight, at);
  }
}

/** Only calls to offered tools: the mark itself is an ordinary word. */
function sightedCall(sight: Sight, at: number, reading: Reading | undefined): Reading | undefined {
  const known = (draft: Draft) => sight.tools.find(draft.name) !== undefined;
  if (reading?.ending === "cut" && reading.drafts.length === 0) {
    const name = /^call:\s*([\w.-]+)/.exec(sight.text.slice(at, at + 140))?.[1];
    return name !== undefined && sight.tools.find(name) ? reading : undefined;
  }
  return reading && reading.drafts.length > 0 && reading.drafts.every(known) ? reading : undefined;
}

/** True if a tag that only results have begins at `at`. */
export function isResultTag(text: string, at: number): boolean {
  return matchAt(result, text, at) !== undefined;
}

/** True if an invented tool result begins at `at`. */
export function isResult(text: string, at: number): boolean {
  if (isResultTag(text, at)) return true;
  const token = readToken(text, at);
  if (!token) return false;
  if (resultTokens.has(token.name)) return true;
  return headerTokens.has(token.name) && matchAt(roleAfter, text, token.end)?.[1] !== "assistant";
}

/** The end of closing markup without a call before it, or `undefined`. */
export function strayCloser(text: string, at: number): number | undefined {
  return readCloser(text, at);
}
