import type { OpBody, SessionId, TurnId } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import type { ConsoleStore } from "../../../session/console-store.ts";
import { lastRestoration } from "../../../session/last-restoration.ts";
import { filesIn, messagesFrom, messagesIn } from "./what-leaves.ts";

type Send = (op: OpBody) => Promise<void>;

/** Redoes the last undo, if nothing was sent since. */
export async function redo(state: SessionState, send: Send): Promise<void> {
  const restoration = lastRestoration(state);
  if (restoration) await send({ type: "undo", target: restoration.target });
}

/** Retries; resolves to the message, without retrying, when more than its reply would be removed. */
export async function regenerate(
  state: SessionState,
  turn: TurnId | undefined,
  send: Send,
): Promise<TurnId | undefined> {
  const wanted = turn ?? messagesIn(state).at(-1)?.turnId;
  if (wanted === undefined) return undefined;
  if (messagesFrom(state, wanted) > 1 || filesIn(state, { to: wanted }) > 0) return wanted;
  await send({ type: "rewind", turn: wanted, again: true });
  return undefined;
}

/** Creates the new session; with `keepsMessage` it ends with that message, else before it and `text` is that message's text. */
export async function fork(
  store: ConsoleStore,
  { id, state }: { id: SessionId; state: SessionState },
  turn: TurnId | undefined,
  keepsMessage: boolean,
): Promise<{ id: SessionId; text?: string }> {
  const messages = messagesIn(state);
  const at = messages.findIndex(({ turnId }) => turnId === turn);
  const leaves = turn === undefined ? undefined : messages[keepsMessage ? at + 1 : at]?.turnId;
  const forked = await store.forkSession(id, leaves);
  return keepsMessage ? { id: forked.id } : forked;
}
