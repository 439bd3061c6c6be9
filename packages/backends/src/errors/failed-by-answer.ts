import type { ReplyChunk } from "@kestrel/core";
import type { ErrorCode, ErrorParams } from "@kestrel/protocol";
import { failureStatuses, failureWords } from "./failure-words.ts";
import { readErrorBody } from "./read-error-body.ts";

export type Failed = Extract<ReplyChunk, { kind: "failed" }>;

/** Longer error texts are pages, not messages. */
const detailLimit = 2_000;

/** A server's error in the closed list of codes. `status` 200 is an error in the middle of a stream. */
export function failedByAnswer(status: number, body: string): Failed {
  const { message, kind, promptTokens, windowTokens } = readErrorBody(body);
  const params: ErrorParams = {
    ...(status === 200 ? {} : { status }),
    ...(promptTokens === undefined ? {} : { n_prompt: promptTokens }),
    ...(windowTokens === undefined ? {} : { n_ctx: windowTokens }),
  };
  const detail = (message || `HTTP ${status}`).slice(0, detailLimit);
  return { kind: "failed", failure: { code: codeOf(status, kind, message), params }, detail };
}

function codeOf(status: number, kind: string, message: string): ErrorCode {
  const told = failureWords.find(({ says }) => says.test(message) || says.test(kind))?.means;
  const meant = failureStatuses[status];
  if (meant === "auth") return meant;
  if (told) return told;
  if (meant) return meant;
  // No such route, or a redirect, which is never followed: that address is no such server.
  return status === 404 || status === 405 || (status >= 300 && status < 400) ? "unreachable" : "unknown";
}
