import type { OpAnswer, OpBody, OpId, SessionId } from "@kestrel/protocol";
import type { DaemonClient } from "./daemon-client.ts";

/** A unique id for an op. */
export function newOpId(): OpId {
  return crypto.randomUUID();
}

/**
 * Sends an op to a session. A retry with the same `opId` has no second effect, so it is safe after a lost answer.
 * Rejects with DaemonRefusal.
 */
export function askSession(
  client: DaemonClient,
  id: SessionId,
  body: OpBody,
  opId: OpId = newOpId(),
): Promise<OpAnswer> {
  return client.call("sendOp", { params: { id }, body: { ...body, opId } });
}
