import type { CrewRole } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import type { CancelSignal } from "./cancel-signal.ts";
import type { ModelBackend } from "./model-backend.ts";
import type { Redactor } from "./redactor.ts";

/** A model beside the main one. It does one job at a time, sees only its input, and has no tools. */
export type CrewMember = {
  role: Exclude<CrewRole, "librarian">;
  /** Its name until its server reports one. */
  label: string;
  backend: ModelBackend;
  /** Redacts everything it is shown. */
  redactor: Pick<Redactor, "messages">;
};

/**
 * The models beside the main one, by role. Implemented by `@kestrel/daemon` over a pool of engines.
 *
 * - `member` starts nothing and asks no user; undefined when the loadout names none, or it would need the main model's own slot.
 *
 * - The caller limits a job's time; without a member, or when it fails, there is always a fallback.
 */
export interface Crew {
  member(role: CrewMember["role"], session: CrewedSession): CrewMember | undefined;
  librarian(session: CrewedSession): { label: string; embedder: Embedder } | undefined;
}

/** The part of a session that names its crew. */
export type CrewedSession = Pick<SessionState, "loadout" | "sessionId">;

/**
 * A model that turns texts into directions in space: near means alike. Implemented by `@kestrel/backends`; it belongs on a
 * server of its own, because the chat server's slots are precious.
 *
 * - `embed` gives one vector per text, in their order, all of one dimension and of length 1. No texts: no request.
 * - It rejects with KestrelError when the server cannot be asked or gives no usable vectors, and within 500 ms when `cancel` fires.
 */
export interface Embedder {
  embed(texts: readonly string[], cancel: CancelSignal): Promise<readonly (readonly number[])[]>;
}
