import type { TurnId } from "@kestrel/protocol";
import type { CommitDraft } from "@kestrel/protocol/api";
import { type DraftParts, draftCommit } from "../crew/draft-commit.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";

/** Drafts commit messages on request, once `before` has resolved. Concurrent requests for the same changes share one draft. */
export class CommitDrafts {
  readonly #parts: DraftParts;
  readonly #before: () => Promise<void>;
  readonly #closing: CancelSignal;
  readonly #under = new Map<TurnId | undefined, Promise<CommitDraft | undefined>>();

  constructor(parts: DraftParts, before: () => Promise<void>, closing: CancelSignal) {
    this.#parts = parts;
    this.#before = before;
    this.#closing = closing;
  }

  draft(from?: TurnId): Promise<CommitDraft | undefined> {
    const under = this.#under.get(from);
    if (under) return under;
    const drafted = this.#drafted(from).finally(() => this.#under.delete(from));
    this.#under.set(from, drafted);
    return drafted;
  }

  async #drafted(from?: TurnId): Promise<CommitDraft | undefined> {
    await this.#before();
    return draftCommit(this.#parts, from, this.#closing);
  }

  /** Resolves when no draft is running. */
  async settled(): Promise<void> {
    await Promise.all(this.#under.values());
  }
}
