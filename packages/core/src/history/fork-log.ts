import type { EventBody, SessionEvent, SessionId, TurnId } from "@kestrel/protocol";
import {
  emptySession,
  evolve,
  placeOfMessage,
  type SessionState,
  type UserEntry,
} from "@kestrel/session-state";
import { KestrelError } from "../errors.ts";
import type { EventLog } from "../ports/event-log.ts";

/** The point of a fork: both sessions have everything before the event `before`; `message` is the one at that point. */
export type ForkPoint = { before: number; message?: UserEntry };

/** Before that turn's message; otherwise after the last finished turn. */
export function forkPoint(state: SessionState, turn: TurnId | undefined): ForkPoint {
  if (turn !== undefined) {
    const at = placeOfMessage(state, turn);
    const message = at === undefined ? undefined : state.timeline.at(at);
    if (message?.kind !== "user") throw new KestrelError("not_found", "no such message in the conversation");
    return { before: message.seq, message };
  }
  for (const entry of state.timeline.backwards())
    if (state.openTurn && entry.kind === "user") return { before: entry.seq };
  return { before: state.lastSeq + 1 };
}

/** Events per write. */
const batch = 500;

/**
 * Copies a session's log up to a point into a new one. The frozen prefix is copied, so the prompt is the same byte for byte; grants
 * of the session are not. `titled` derives its title from the original one.
 */
export async function forkLog(
  from: { id: SessionId; log: EventLog; state: SessionState },
  { before }: ForkPoint,
  to: { id: SessionId; log: EventLog; titled?: (title: string) => string },
): Promise<void> {
  let bodies: EventBody[] = [];
  const write = async () => {
    if (bodies.length > 0) await to.log.append(bodies);
    bodies = [];
  };
  let copied = emptySession;
  for await (const event of from.log.read()) {
    if (event.seq >= before) break;
    if (event.body.type === "session.titled" || event.body.type === "turn.started")
      copied = evolve(copied, event);
    bodies.push(...forked(event, from.id, before, to.id));
    if (bodies.length >= batch) await write();
  }
  const title = to.titled?.(copied.title) ?? "";
  if (title !== "") bodies.push({ type: "session.titled", title });
  const { grants, rules = [] } = from.state;
  bodies.push(...grants.map((digest): EventBody => ({ type: "grant.revoked", digest })));
  bodies.push(...rules.map((rule): EventBody => ({ type: "grant.revoked", rule })));
  await write();
}

function forked(
  { body }: SessionEvent,
  origin: SessionId,
  before: number,
  sessionId: SessionId,
): EventBody[] {
  // Marks stay with the original session.
  if (body.type === "session.marked") return [];
  if (body.type !== "session.opened") return [body];
  const { parent: _, origin: __, ...opened } = body;
  return [{ ...opened, sessionId, forkedFrom: { sessionId: origin, before } }];
}
