import { z } from "zod";

/** A session's name. Branded and narrow because it becomes a file name. */
export const SessionId = z
  .string()
  .regex(/^s[0-9a-z]{8,40}$/)
  .brand<"SessionId">();
export type SessionId = z.infer<typeof SessionId>;

/** A turn's name, made at the rim when a message is accepted. */
export const TurnId = z.string().regex(/^t[0-9a-z]{1,40}$/);
export type TurnId = z.infer<typeof TurnId>;

/** The name of one op, made by the client that asks: sent twice it is done once. */
export const OpId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
export type OpId = z.infer<typeof OpId>;

/**
 * A tool call's name inside its session: `c00000001`, `c00000002`, … Ours, not the server's, so that a replayed prompt is
 * byte-stable. Older logs have `c1`, `c2`, ….
 */
export const CallId = z.string().regex(/^c[0-9]{1,9}$/);
export type CallId = z.infer<typeof CallId>;

/** How calls are named. */
export const callName = {
  /**
   * A session's call by its number. Nine letters and digits: Mistral's templates and tokenizers refuse any other length
   * ("Tool call IDs should be alphanumeric strings with length 9!"), and no other family minds.
   */
  of: (number: number): CallId => `c${String(number).padStart(8, "0")}`,
  /** 7 for `c00000007` and for `c7`. */
  number: (callId: CallId): number => Number(callId.slice(1)),
  /** As people see it, in logs of any age: `c7`; a dash where there is no call. */
  label: (callId: CallId | undefined): string => (callId === undefined ? "–" : `c${callName.number(callId)}`),
};

/** Finds one failure in the diagnostics: `kestrel logs ID`. */
export const ReportId = z.string().regex(/^[0-9a-f]{8}$/);
export type ReportId = z.infer<typeof ReportId>;
