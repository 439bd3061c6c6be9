import { KestrelError } from "@kestrel/core";

/** A session id from a path; refuses everything that could be more than a name. */
export function noSuchSession(id: string): KestrelError {
  return new KestrelError("session_not_found", "no such session", { sessionId: id.slice(0, 60) });
}
