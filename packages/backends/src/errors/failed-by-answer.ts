import type { ReplyChunk } from "@kestrel/core";
import type { ErrorParams } from "@kestrel/protocol";
import { redactSecrets } from "@kestrel/text";
import { advice } from "./failure-hint.ts";
import { failureStatuses, failureWords, type Meaning } from "./failure-words.ts";
import { overflowNumbers } from "./overflow-numbers.ts";
import { readErrorBody } from "./read-error-body.ts";

export type Failed = Extract<ReplyChunk, { kind: "failed" }>;

/** Characters of a server's message shown to the user and logged: longer error texts are pages, not messages. */
const detailLimit = 300;

/**
 * A server's error as one of the closed list of codes, with its message as `detail`. `status` 200 is an error in the middle of a
 * stream; `retryAfter` is the time after which the server accepts a retry, in seconds.
 */
export function failedByAnswer(status: number, body: string, retryAfter?: number): Failed {
  const { message, kind, field, promptTokens, windowTokens } = readErrorBody(body);
  const refused = refusedFields(message);
  // A server may name a field whose value it rejects; only a field that the message itself refuses is dropped.
  if (
    field !== undefined &&
    /unknown_parameter|unsupported_parameter|unrecogni[sz]ed/i.test(`${kind} ${message}`)
  )
    refused.push(field);
  const { means: code, hint, final } = refused.includes("tools") ? noTools : meaningOf(status, kind, message);
  if (hint === "no_thinking") refused.push("think", "reasoning_effort");
  const said = redactSecrets(message.slice(0, 2 * detailLimit))
    .slice(0, detailLimit)
    .trim();
  const params: ErrorParams = {
    ...advice(code, hint, final),
    ...(status === 200 ? {} : { status }),
    ...(code === "context_overflow" ? overflowNumbers(message) : {}),
    ...(promptTokens === undefined ? {} : { n_prompt: promptTokens }),
    ...(windowTokens === undefined ? {} : { n_ctx: windowTokens }),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    ...(refused.length === 0 ? {} : { refused: [...new Set(refused)].join(",") }),
    ...(said === "" ? {} : { detail: said }),
  };
  const detail = said || `HTTP ${status}`;
  return { kind: "failed", failure: { code, params }, detail };
}

const noTools: Omit<Meaning, "says"> = { means: "template", hint: "no_tools" };

function meaningOf(status: number, kind: string, message: string): Omit<Meaning, "says"> {
  const told = failureWords.find(({ says }) => says.test(message) || says.test(kind));
  const meant = failureStatuses[status];
  if (meant === "auth") return { means: meant };
  if (told && !(status === 429 && told.means === "context_overflow")) return told;
  if (meant) return { means: meant };
  // No such route, or a redirect, which is never followed: the server that answers is no model server.
  if (status === 404 || status === 405 || (status >= 300 && status < 400))
    return { means: "no_model_server", final: true };
  // A request that the server takes for wrong stays wrong.
  return (status >= 400 && status < 500) || status === 501
    ? { means: "unknown", final: true }
    : { means: "unknown" };
}

/**
 * Fields that a server refuses to take at all, by what it says. The forms, each from the server's own source or its users'
 * reports:
 * - OpenAI and Azure: "Unknown parameter: 'tools'.", "Unsupported parameter: 'max_tokens' is not supported with this model.",
 *   "Unrecognized request arguments supplied: tool_choice, tools", "'temperature' does not support 0.2 with this model."
 * - LiteLLM (utils.py): "UnsupportedParamsError: openai does not support parameters: ['tools'], for model=m"; older ones print
 *   a dictionary there.
 * - llama.cpp before its template engine, llamafile, bitnet.cpp: "Unsupported param: tools"
 * - pydantic (vLLM before 0.6.4, Mistral's API, FastAPI servers): "body.stream_options: Extra inputs are not permitted", as
 *   `read-error-body` writes its list; as Python prints it: "'loc': ('body', 'stop'), 'msg': 'Extra inputs are not permitted'"
 * - serde (mistral.rs, TGI): "unknown field `tools`, expected one of …"; Go: `json: unknown field "tools"`; Jackson:
 *   `Unrecognized field "tools"`; Google: `Unknown name "tools": Cannot find field.`
 * - JSON Schema: "Additional properties are not allowed ('tools' was unexpected)"; Groq: "property 'reasoning' is unsupported"
 * - Python: "got an unexpected keyword argument 'tools'"
 */
function refusedFields(message: string): string[] {
  const text = message.slice(0, longest);
  const lists = forms.flatMap((form) => [...text.matchAll(form)].map(([, list = ""]) => list));
  return [...new Set(lists.flatMap(namesIn))];
}

/** UTF-16 units: the refusal is at the beginning, and some servers repeat the request after it. */
const longest = 2_000;

const quote = "[\"'`‘’“”]";
const path = "[A-Za-z_][\\w.[\\]]{0,100}";
const listOf = (name: string) => `${name}(?:\\s{0,4}(?:,|and)\\s{0,4}${name}){0,20}`;
/** One name or several, all of them quoted or none, in brackets of any kind or none. */
const names = `[[({]?\\s{0,4}(${listOf(`${quote}${path}${quote}`)}|${listOf(path)})`;
const thing = "(?:param|parameter|argument|arg|field|property|properties|option|input|key|name)s?\\b";

const forms: readonly RegExp[] = [
  `\\b(?:un|in|not )(?:known|recogni[sz]ed|supported|expected|valid|permitted)(?: (?:request|body|json|keyword|input|api)){0,2} ${thing}(?: supplied| provided| found)?\\s{0,4}:?\\s{0,4}${names}`,
  `\\b(?:does not|doesn't|do not|cannot) (?:support|accept|allow|recogni[sz]e|know)(?: the)?(?: request)? ${thing}\\s{0,4}:?\\s{0,4}${names}`,
  `${quote}(${path})${quote} (?:is|are) (?:not (?:yet )?|un)(?:supported|permitted|allowed|recogni[sz]ed|accepted|known|expected|implemented)(?! (?:together|in combination|alongside))`,
  `${quote}(${path})${quote} (?:was unexpected|does not support|is not a valid ${thing})`,
  `(${path}): (?:extra (?:inputs|fields)|additional propert(?:y|ies)) (?:are |is )?not (?:permitted|allowed)`,
  `'loc': \\(([^()]{1,200})\\), 'msg': 'Extra (?:inputs|fields) (?:are )?not permitted`,
].map((form) => new RegExp(form, "gi"));

/** The part of a path that is refused: a member of `stream_options` refuses all of it, a member of a tool is no field of the request. */
function namesIn(list: string): string[] {
  // A path as a Python tuple: its first name is the body, and the last one is the refused field.
  const places = [...list.matchAll(/[A-Za-z_][\w.[\]]*/g)].map(([name]) => name);
  const isPlace = places[0] === "body";
  const paths = isPlace ? [places.slice(1)] : places.map((name) => name.split(/[.[\]]+/).filter(Boolean));
  return paths.flatMap((parts) => {
    const [first, ...inner] = parts[0] === "body" ? parts.slice(1) : parts;
    const last = inner.at(-1);
    if (first === undefined) return [];
    if (last === undefined) return [first];
    return first === "messages" ? [last] : first === "tools" ? [] : [first];
  });
}
