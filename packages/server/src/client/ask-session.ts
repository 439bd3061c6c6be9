import type { OpAnswer, OpBody, OpId, SessionId } from "@kestrel/protocol";
import type { DaemonClient } from "./daemon-client.ts";

/** A name for an op that nobody else gives. */
export function newOpId(): OpId {
  return crypto.randomUUID();
}

/**
 * Asks something of a session under a name of its own. Whoever asks again because no answer came gives the same name, and
 * it is done once. Rejects with DaemonRefusal.
 */
export function askSession(
  client: DaemonClient,
  id: SessionId,
  body: OpBody,
  opId: OpId = newOpId(),
): Promise<OpAnswer> {
  return client.call("sendOp", { params: { id }, body: { ...body, opId } });
}
