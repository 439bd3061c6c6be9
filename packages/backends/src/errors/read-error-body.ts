import { jsonOrNothing } from "@kestrel/text";
import { z } from "zod";

/** A server's failure message, whatever its shape. */
export type ErrorReport = {
  message: string;
  kind: string;
  /** The field of the request it refers to, when the server names one. */
  field?: string;
  promptTokens?: number;
  windowTokens?: number;
};

const words = z.string().optional().catch(undefined);
const tokens = z.int().nonnegative().optional().catch(undefined);
const ErrorFields = z.looseObject({
  message: words,
  detail: z.unknown().optional(),
  type: words,
  code: words,
  param: words,
  n_prompt_tokens: tokens,
  n_ctx: tokens,
});

/** Characters that are examined: the meaning of a failure is at its beginning, and each rule reads all of them. */
const longestReport = 8_000;

/** pydantic's list of complaints. Skips `input`: it contains the conversation. */
const Complaints = z.array(
  z.looseObject({ loc: z.array(z.union([z.string(), z.number()])).catch([]), msg: z.string() }),
);

/** Reads `{error:{message,type,code}}`, `{error:"text"}`, `{message}`, `{detail}`, and anything else as plain text. */
export function readErrorBody(body: string): ErrorReport {
  const fields = ErrorFields.safeParse(innermost(jsonOrNothing(body)));
  if (!fields.success) return { message: body.trim().slice(0, longestReport), kind: "" };
  const { message, detail, type, code, param } = fields.data;
  const { n_prompt_tokens: promptTokens, n_ctx: windowTokens } = fields.data;
  const told = message ?? complaintsIn(detail);
  return {
    message: (told ?? (detail === undefined ? body.trim() : textOf(detail))).slice(0, longestReport),
    kind: [type, code].filter(Boolean).join(" ").slice(0, longestReport),
    field: param,
    promptTokens,
    windowTokens,
  };
}

function innermost(body: unknown): unknown {
  if (typeof body === "string") return { message: body };
  if (typeof body !== "object" || body === null) return undefined;
  if ("error" in body && body.error) return innermost(body.error);
  const message = "message" in body ? body.message : undefined;
  if (Array.isArray(message)) return { ...body, detail: message };
  return typeof message === "object" && message !== null ? innermost(message) : body;
}

function complaintsIn(detail: unknown): string | undefined {
  const told = Complaints.safeParse(detail).data;
  if (!told || told.length === 0) return undefined;
  return told.map(({ loc, msg }) => (loc.length > 0 ? `${loc.join(".")}: ${msg}` : msg)).join("; ");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
