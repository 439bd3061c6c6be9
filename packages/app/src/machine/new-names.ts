import { randomBytes } from "node:crypto";
import { SessionId, type TurnId } from "@kestrel/protocol";

/** A new session's id: time first, so that files sort by age, then 64 random bits. */
export function newSessionId(): SessionId {
  return SessionId.parse(`s${Date.now().toString(36)}${randomBytes(8).toString("hex")}`);
}

/** A new turn's id. */
export function newTurnId(): TurnId {
  return `t${Date.now().toString(36)}${randomBytes(4).toString("hex")}`;
}

/** 256 random bits for the daemon's token. */
export function newToken(): string {
  return randomBytes(32).toString("hex");
}
