import { jsonOrNothing } from "@kestrel/text";
import { z } from "zod";

/** What a server said about its failure, whatever shape it chose. */
export type ErrorReport = { message: string; kind: string; promptTokens?: number; windowTokens?: number };

const words = z.string().optional().catch(undefined);
const tokens = z.int().nonnegative().optional().catch(undefined);
const ErrorFields = z.looseObject({
  message: words,
  detail: z.unknown().optional(),
  type: words,
  code: words,
  n_prompt_tokens: tokens,
  n_ctx: tokens,
});

/** Characters of it that are looked at: what a failure means stands at its beginning, and each rule reads all of them. */
const longestReport = 8_000;

/** Reads `{error:{message,type,code}}`, `{error:"text"}`, `{message}`, `{detail}`, and anything else as plain text. */
export function readErrorBody(body: string): ErrorReport {
  const fields = ErrorFields.safeParse(innermost(jsonOrNothing(body)));
  if (!fields.success) return { message: body.trim().slice(0, longestReport), kind: "" };
  const { message, detail, type, code, n_prompt_tokens: promptTokens, n_ctx: windowTokens } = fields.data;
  return {
    message: (message ?? (detail === undefined ? body.trim() : textOf(detail))).slice(0, longestReport),
    kind: [type, code].filter(Boolean).join(" ").slice(0, longestReport),
    promptTokens,
    windowTokens,
  };
}

function innermost(body: unknown): unknown {
  if (typeof body === "string") return { message: body };
  if (typeof body !== "object" || body === null) return undefined;
  return "error" in body && body.error ? innermost(body.error) : body;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
