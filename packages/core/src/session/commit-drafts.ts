import type { CommitDraft, TurnId } from "@kestrel/protocol";
import { type DraftParts, draftCommit } from "../crew/draft-commit.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";

/** Commit messages that are asked for: whoever asks for the same while one is drafted gets the same. */
export class CommitDrafts {
  readonly #parts: DraftParts;
  readonly #closing: CancelSignal;
  readonly #under = new Map<TurnId | undefined, Promise<CommitDraft | undefined>>();

  constructor(parts: DraftParts, closing: CancelSignal) {
    this.#parts = parts;
    this.#closing = closing;
  }

  draft(from?: TurnId): Promise<CommitDraft | undefined> {
    const under = this.#under.get(from);
    if (under) return under;
    const drafted = draftCommit(this.#parts, from, this.#closing).finally(() => this.#under.delete(from));
    this.#under.set(from, drafted);
    return drafted;
  }

  /** Resolves when none is drafted any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#under.values());
  }
}
