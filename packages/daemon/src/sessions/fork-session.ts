import { type EventLog, forkLog, forkPoint, type SessionArchive } from "@kestrel/core";
import type { SessionId, TurnId } from "@kestrel/protocol";
import type { OpenSession } from "./session-summary.ts";

/** A log that is about to hold the messages of another session; `text` is what was said where it leaves that one. */
export type Fork = { log: EventLog; copied: Promise<void>; text?: string };

/** Begins the copy: everything, or what comes before that turn's message. Rejects with `not_found` before anything is made. */
export async function forkSession(
  archive: SessionArchive,
  origin: OpenSession,
  turn: TurnId | undefined,
  sessionId: SessionId,
): Promise<Fork> {
  const state = origin.session.state();
  const { message, ...point } = forkPoint(state, turn);
  const log = await archive.create(sessionId);
  const copied = forkLog({ ...origin, state }, point, { id: sessionId, log });
  return { log, copied, text: message?.text };
}
