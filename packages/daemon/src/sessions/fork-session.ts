import { type EventLog, forkLog, forkPoint, type SessionArchive } from "@kestrel/core";
import type { SessionId, SessionSummary, TurnId } from "@kestrel/protocol";
import type { OpenSession } from "./session-summary.ts";

/** A log that receives the messages of another session. `text` is the first message that it leaves out. */
export type Fork = { log: EventLog; copied: Promise<void>; text?: string };

/**
 * Creates the copy under a unique title: all of it, or the part before that turn's message. Rejects with `not_found` before
 * anything is created.
 */
export async function forkSession(
  archive: SessionArchive,
  origin: OpenSession,
  turn: TurnId | undefined,
  { id, others }: { id: SessionId; others: readonly SessionSummary[] },
): Promise<Fork> {
  const state = origin.session.state();
  const { message, ...point } = forkPoint(state, turn);
  const log = await archive.create(id);
  const copied = forkLog({ ...origin, state }, point, {
    ...{ id, log },
    titled: (title) =>
      forkTitle(
        title,
        others.map((other) => other.title),
      ),
  });
  return { log, copied, text: message?.text };
}

/** The title of a fork: its parent's with the first number that no session bears. Empty where the parent has none. */
export function forkTitle(title: string, taken: readonly string[]): string {
  const base = title.replace(/ \(\d{1,4}\)$/, "");
  if (base === "") return "";
  for (let number = 2; ; number++) {
    const numbered = `${base} (${number})`;
    if (!taken.includes(numbered)) return numbered;
  }
}
