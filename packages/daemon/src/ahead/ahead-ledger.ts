import type { Prefilled } from "@kestrel/core";
import type { AheadCounters, ReadAhead, SessionId, Usage } from "@kestrel/protocol";

export type AheadKind = "draft" | "settle" | "warm";

/** The prefill of a session since its last request: the tokens cached before, and the pieces added, in order. */
type Account = { had: number; read: { kind: AheadKind; tokens: number }[] };

const nothing = (): ReadAhead => ({ read: 0, gained: 0, wasted: 0 });

/** What reading ahead gained and wasted: judged by what the next request of the session found, by the server's count. */
export class AheadLedger {
  readonly #open = new Map<SessionId, Account>();
  readonly #sums: Record<AheadKind, ReadAhead> = { draft: nothing(), settle: nothing(), warm: nothing() };

  note(session: SessionId, kind: AheadKind, { read, cached }: Prefilled): void {
    // A token or two at the seams of the pieces are read twice.
    if (read === 0) return;
    const account = this.#open.get(session) ?? { had: cached, read: [] };
    account.read.push({ kind, tokens: read });
    this.#open.set(session, account);
    this.#sums[kind].read += read;
  }

  /** A request of that session was answered. Without the server's count nothing is recorded. */
  noteReply(session: SessionId, usage: Usage | undefined): void {
    const account = this.#open.get(session);
    if (!account || usage?.cached === undefined) return;
    this.#open.delete(session);
    let found = Math.max(0, usage.cached - account.had);
    for (const { kind, tokens } of account.read) {
      const gained = Math.min(tokens, found);
      found -= gained;
      this.#sums[kind].gained += gained;
      this.#sums[kind].wasted += tokens - gained;
    }
  }

  /** The session or the engine's cache is gone: its prefill was wasted. */
  lost(session?: SessionId): void {
    for (const [id, { read }] of [...this.#open]) {
      if (session !== undefined && id !== session) continue;
      this.#open.delete(id);
      for (const { kind, tokens } of read) this.#sums[kind].wasted += tokens;
    }
  }

  sums(): Pick<AheadCounters, AheadKind> {
    const { draft, settle, warm } = this.#sums;
    return { draft: { ...draft }, settle: { ...settle }, warm: { ...warm } };
  }
}
