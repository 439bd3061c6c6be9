import type { KeptImage, Op, SentImage, TurnId } from "@kestrel/protocol";
import { KestrelError } from "../errors.ts";
import { runTurn } from "../turn/run-turn.ts";
import { systemText } from "../turn/system-prompt.ts";
import { Album } from "./album.ts";
import { Bell } from "./bell.ts";
import { Cancellation } from "./cancellation.ts";
import { LiveAir } from "./live-air.ts";
import { type Answer, Mailbox } from "./mailbox.ts";
import { Record } from "./record.ts";
import { recoveryOf } from "./recover.ts";
import type { Session, SessionNews } from "./session.ts";
import type { Opening, SessionParts } from "./session-parts.ts";

/** Brings a session to life: folds its log, closes what a crash left open, or writes the first event of a new one. */
export async function openSession(parts: SessionParts): Promise<Session> {
  const session = new LivingSession(parts);
  await session.begin();
  return session;
}

class LivingSession implements Session {
  readonly #parts: SessionParts;
  readonly #record: Record;
  readonly #air: LiveAir;
  readonly #mailbox = new Mailbox();
  readonly #bell = new Bell();
  readonly #watchers = new Set<(news: SessionNews) => void>();
  #turn: { turnId: TurnId; cancel: Cancellation; listening: boolean; ended: Promise<void> } | undefined;
  #closed = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#record = new Record(parts.log, (event) => this.#tell({ kind: "event", event }));
    this.#air = new LiveAir((frame) => this.#tell({ kind: "frame", frame }));
  }

  async begin(): Promise<void> {
    await this.#record.load();
    // Behind what cannot be read nothing is written: the prompt would not be the one that was sent.
    if (this.#parts.log.damage?.()) return;
    if (this.#record.state.lastSeq > 0) {
      const closing = recoveryOf(this.#record.state);
      if (closing.length > 0) await this.#record.append(...closing);
    } else if (this.#parts.opening) await this.#open(this.#parts.opening);
    else throw new KestrelError("session_not_found", "an empty log and no opening");
  }

  state() {
    return this.#record.state;
  }

  live() {
    return this.#air.snapshot();
  }

  async apply(op: Op, turnId: TurnId): Promise<void> {
    if (this.#closed) throw new KestrelError("session_busy", "the session is closing");
    const damage = this.#parts.log.damage?.();
    if (damage) throw new KestrelError("log_damaged", "a damaged log is only read", damage);
    switch (op.type) {
      case "send-message":
        return this.#startTurn(turnId, op.text, op.images);
      case "steer":
        if (!this.#turn?.listening) throw new KestrelError("no_open_turn", "nothing to steer");
        return this.#record.append({ type: "steering.queued", turnId: this.#turn.turnId, text: op.text });
      case "approve":
        return this.#answer(op, { decision: "allowed", scope: op.scope });
      case "deny":
        return this.#answer(op, { decision: "denied", reason: op.reason });
      case "cancel":
        if (!this.#turn) throw new KestrelError("no_open_turn", "nothing to cancel");
        return this.#cancel();
      case "answer-now":
        if (!this.#bell.ring()) throw new KestrelError("no_open_turn", "nothing is thinking");
        return;
      case "set-mode":
        if (op.mode !== this.#record.state.mode)
          await this.#record.append({ type: "mode.set", mode: op.mode });
        return;
      default:
        op satisfies never;
    }
  }

  watch(listener: (news: SessionNews) => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  async settled(): Promise<void> {
    await this.#turn?.ended;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancel();
    await this.settled();
    await this.#record.settled();
    await this.#parts.log.close();
    this.#watchers.clear();
  }

  async #open({
    sessionId,
    workspace,
    mode,
    machine,
    version,
    persona,
    reasoning = "send",
    continues,
  }: Opening): Promise<void> {
    const tools = this.#parts.tools.map(({ spec }) => spec);
    await this.#record.append(
      {
        type: "session.opened",
        sessionId,
        workspace,
        prefix: { system: systemText(persona), tools, reasoning },
        mode,
        continues: continues?.sessionId,
        version,
      },
      { type: "context.added", kind: "machine", text: machine },
      ...(continues ? [{ type: "context.added", kind: "summary", text: continues.summary } as const] : []),
    );
  }

  async #startTurn(turnId: TurnId, text: string, sent: readonly SentImage[] = []): Promise<void> {
    this.#demandQuiet();
    const images = sent.length > 0 ? await this.#keep(sent) : undefined;
    this.#demandQuiet();
    const cancel = new Cancellation();
    const started = this.#record.append({ type: "turn.started", turnId, text, images });
    const ended = started.then(() => this.#run(turnId, cancel));
    this.#turn = { turnId, cancel, listening: true, ended: ended.catch(() => undefined) };
    try {
      await started;
    } catch (error) {
      this.#turn = undefined;
      throw error;
    }
  }

  #demandQuiet(): void {
    if (this.#turn || this.#closed) throw new KestrelError("session_busy", "a turn is under way");
  }

  /** A model that does not see refuses before anything is kept. */
  async #keep(sent: readonly SentImage[]): Promise<KeptImage[]> {
    const { pictures, backend } = this.#parts;
    const { label, capabilities } = await backend.facts();
    if (!pictures || !capabilities.vision)
      throw new KestrelError("no_vision", "the model does not see", { model: label });
    return Promise.all(sent.map((image) => pictures.keep(image)));
  }

  async #run(turnId: TurnId, cancel: Cancellation): Promise<void> {
    const { backend, tools, host, limits, stopHook } = this.#parts;
    const [record, air, mailbox, bell] = [this.#record, this.#air, this.#mailbox, this.#bell];
    const album = new Album(this.#parts.pictures);
    try {
      const session = { record, air, mailbox, bell, album, backend, tools, host, limits, stopHook };
      const end = await runTurn({ ...session, turnId, cancel });
      if (this.#turn) this.#turn.listening = false;
      await record.append({ type: "turn.ended", turnId, ...end });
    } catch (error) {
      await this.#endInPieces(turnId, error);
    } finally {
      air.end();
      this.#turn = undefined;
    }
  }

  /** The house failed inside a turn: what is open is closed, so that the session stays usable. */
  async #endInPieces(turnId: TurnId, error: unknown): Promise<void> {
    const code = error instanceof KestrelError ? error.code : "internal";
    const closing = recoveryOf(this.#record.state).filter(({ type }) => type !== "turn.ended");
    await this.#record
      .append(...closing, { type: "turn.ended", turnId, reason: "failed", failure: { code } })
      .catch(() => undefined);
  }

  #cancel(): void {
    this.#turn?.cancel.cancel();
    this.#mailbox.expire();
  }

  /** Answers a question; resolves when the answer is in the log, for until then a crash would lose it. */
  async #answer({ callId, digest }: { callId: string; digest: string }, answer: Answer): Promise<void> {
    // An answer given before a restart is remembered by the log, not by the mailbox.
    if (this.#isAnswered(callId)) throw new KestrelError("approval_stale", "already answered", { callId });
    this.#mailbox.answer(callId, digest, answer);
    const logged = new Promise<void>((resolve) => {
      const unwatch = this.watch(() => {
        if (!this.#isAnswered(callId)) return;
        unwatch();
        resolve();
      });
    });
    await Promise.race([logged, this.settled()]);
    if (!this.#isAnswered(callId))
      throw new KestrelError("log_unwritable", "the answer was not kept", { callId });
  }

  #isAnswered(callId: string): boolean {
    for (const entry of this.#record.state.timeline.backwards()) {
      if (entry.kind === "tool" && entry.callId === callId) return entry.approval?.decision !== undefined;
    }
    return false;
  }

  #tell(news: SessionNews): void {
    for (const watcher of [...this.#watchers]) watcher(news);
  }
}
