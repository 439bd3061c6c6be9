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

/** A tool call's name inside its session: `c1`, `c2`, … Ours, not the server's, so that a replayed prompt is byte-stable. */
export const CallId = z.string().regex(/^c[0-9]{1,9}$/);
export type CallId = z.infer<typeof CallId>;
