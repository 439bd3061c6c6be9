import type { ReplyChunk } from "@kestrel/core";
import type { ErrorParams } from "@kestrel/protocol";
import { redactSecrets } from "@kestrel/text";
import { advice } from "./failure-hint.ts";
import { failureStatuses, failureWords, type Meaning } from "./failure-words.ts";
import { overflowNumbers } from "./overflow-numbers.ts";
import { readErrorBody } from "./read-error-body.ts";
import { refusedFields } from "./refused-fields.ts";

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
