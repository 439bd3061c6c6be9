import type { CrewRole } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import type { Embedder } from "./embedder.ts";
import type { ModelBackend } from "./model-backend.ts";
import type { Redactor } from "./redactor.ts";

/** A model beside the lead. It does one piece of work at a time, sees what it is given, and acts on nothing. */
export type CrewMember = {
  role: Exclude<CrewRole, "librarian">;
  /** What it is called before its server says so. */
  label: string;
  backend: ModelBackend;
  /** What it is shown goes through here. */
  redactor: Pick<Redactor, "messages">;
};

/**
 * The models that stand beside the lead, by role. Implemented by `@kestrel/daemon` over a pool of engines.
 *
 * - `member` starts nothing and asks no person; undefined where a loadout names none, or where it would take the lead's own slot.
 * - What a member is asked for is bounded in time by the caller; without one, or when it fails, there is always another way.
 */
export interface Crew {
  member(role: CrewMember["role"], session: CrewedSession): CrewMember | undefined;
  librarian(session: CrewedSession): { label: string; embedder: Embedder } | undefined;
}

/** What of a session says who its crew is. */
export type CrewedSession = Pick<SessionState, "loadout" | "sessionId">;
