import { KestrelError } from "../errors.ts";
import type { Session } from "./session.ts";
import type { SessionParts } from "./session-parts.ts";

/** Brings a session to life: folds its log, closes what a crash left open, or writes the first event of a new one. */
export async function openSession(_parts: SessionParts): Promise<Session> {
  throw new KestrelError("internal", "not built yet");
}
