import type { SessionId } from "@kestrel/protocol";

/** A fact as a model gets it. `digest`: of its text; another digest is another fact. */
export type RememberedFact = { id: string; content: string; digest: string; at: string };

/** The facts that memory adds to a message. */
export type RecalledFacts = {
  /** Facts for every session. */
  pinned: readonly RememberedFact[];
  /** Facts that match the text, best first. */
  found: readonly RememberedFact[];
  /** Facts that were requested by id, as they are now. A missing one was deleted. */
  known: readonly RememberedFact[];
};

/** Without `workspace` it applies to every folder. `outside`: the session had read text that was not typed. */
type ProposedFact = { content: string; workspace?: string; session: SessionId; outside: boolean };

/**
 * Facts that the user asked Kestrel to remember. Implemented by `@kestrel/memory`. `recall` may reject or take long; the caller
 * continues without it.
 */
export interface Memory {
  /** Whether memory is on now. Off, nothing is recalled, proposed or stored, from the next message on. */
  readonly on: boolean;
  /**
   * `words`: only the typed text. `known`: ids of facts that the session has. Undefined while memory pauses after a failure: then the state
   * of every fact is unknown.
   */
  recall(wish: {
    words: string;
    workspace: string;
    known: readonly string[];
  }): Promise<RecalledFacts | undefined>;
  /** Counts facts as given to a model in that session. Never rejects. */
  used(ids: readonly string[], session: SessionId): void;
  /** Proposes a fact found by code; absent when proposals are off. The user decides. Never rejects. */
  propose?(lesson: ProposedFact): void;
  /** Whether a model may pick sentences to propose when idle. */
  selects?: boolean;
}
