import type { KeptImage, Op, SentImage, TurnId } from "@kestrel/protocol";
import { Cancellation } from "../cancel/cancellation.ts";
import { ImageCache } from "../context/image-cache.ts";
import { systemText } from "../context/system-prompt.ts";
import { KestrelError } from "../errors.ts";
import { CallTrail } from "../loop-detection/call-trail.ts";
import { runTurn, type TurnEnd } from "../turn/run-turn.ts";
import { LiveReply } from "./live-reply.ts";
import { PendingApprovals, type PersonsAnswer } from "./pending-approvals.ts";
import { ReasoningStop } from "./reasoning-stop.ts";
import { recoveryOf } from "./recover.ts";
import type { Session, SessionNews } from "./session.ts";
import { SessionJournal } from "./session-journal.ts";
import type { Opening, SessionParts } from "./session-parts.ts";

/** Brings a session to life: folds its log, closes what a crash left open, or writes the first event of a new one. */
export async function openSession(parts: SessionParts): Promise<Session> {
  const session = new LivingSession(parts);
  await session.begin();
  return session;
}

class LivingSession implements Session {
  readonly #parts: SessionParts;
  readonly #journal: SessionJournal;
  readonly #live: LiveReply;
  readonly #approvals = new PendingApprovals();
  readonly #reasoningStop = new ReasoningStop();
  readonly #watchers = new Set<(news: SessionNews) => void>();
  #turn: { turnId: TurnId; cancel: Cancellation; listening: boolean; ended: Promise<void> } | undefined;
  /** The end of a turn that the log does not hold yet. */
  #owed: TurnEnd | undefined;
  #closed = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#journal = new SessionJournal(parts.log, parts.agent.host, (event) =>
      this.#tell({ kind: "event", event }),
    );
    this.#live = new LiveReply((frame) => this.#tell({ kind: "frame", frame }));
  }

  async begin(): Promise<void> {
    await this.#journal.load();
    // Behind what cannot be read nothing is written: the prompt would not be the one that was sent.
    if (this.#parts.log.damage?.()) return;
    if (this.#journal.state.lastSeq > 0) {
      const closing = recoveryOf(this.#journal.state);
      if (closing.length > 0) await this.#journal.append(...closing);
    } else if (this.#parts.opening) await this.#open(this.#parts.opening);
    else throw new KestrelError("session_not_found", "an empty log and no opening");
  }

  state() {
    return this.#journal.state;
  }

  live() {
    return this.#live.snapshot();
  }

  async apply(op: Op, turnId: TurnId): Promise<void> {
    if (this.#closed) throw new KestrelError("session_busy", "the session is closing");
    const damage = this.#parts.log.damage?.();
    if (damage) throw new KestrelError("log_damaged", "a damaged log is only read", damage);
    if (!this.#turn) await this.#payUp();
    switch (op.type) {
      case "send-message":
        return this.#startTurn(turnId, op.text, op.images);
      case "steer":
        if (!this.#turn?.listening) throw new KestrelError("no_open_turn", "nothing to steer");
        return this.#journal.append({ type: "steering.queued", turnId: this.#turn.turnId, text: op.text });
      case "approve":
        return this.#answer(op, { decision: "allowed", scope: op.scope });
      case "deny":
        return this.#answer(op, { decision: "denied", reason: op.reason });
      case "cancel":
        if (!this.#turn) throw new KestrelError("no_open_turn", "nothing to cancel");
        return this.#cancel();
      case "answer-now":
        if (!this.#reasoningStop.request()) throw new KestrelError("no_open_turn", "nothing is thinking");
        return;
      case "set-mode":
        if (op.mode !== this.#journal.state.mode)
          await this.#journal.append({ type: "mode.set", mode: op.mode });
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
    await this.#journal.close();
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
    const tools = this.#parts.agent.tools.map(({ spec }) => spec);
    await this.#journal.append(
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
    const started = this.#journal.append({ type: "turn.started", turnId, text, images });
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
    const { images, backend } = this.#parts.agent;
    const { label, capabilities } = await backend.facts();
    if (!images || !capabilities.vision)
      throw new KestrelError("no_vision", "the model does not see", { model: label });
    return Promise.all(sent.map((image) => images.keep(image)));
  }

  async #run(turnId: TurnId, cancel: Cancellation): Promise<void> {
    const { agent } = this.#parts;
    const [journal, live, approvals, reasoningStop] = [
      this.#journal,
      this.#live,
      this.#approvals,
      this.#reasoningStop,
    ];
    const images = new ImageCache(agent.images);
    const parts = { agent, turnId, cancel, journal, live, approvals, reasoningStop, images };
    try {
      const end = await runTurn({ ...parts, trail: new CallTrail() });
      if (this.#turn) this.#turn.listening = false;
      await journal.append({ type: "turn.ended", turnId, ...end });
      live.end();
    } catch (error) {
      cancel.cancel();
      await this.#endInPieces(turnId, error);
    } finally {
      this.#turn = undefined;
    }
  }

  /** The house failed inside a turn: what is open is closed, so that the session stays usable. */
  async #endInPieces(turnId: TurnId, error: unknown): Promise<void> {
    this.#approvals.expire();
    await this.#journal.settled();
    const failure = { code: error instanceof KestrelError ? error.code : ("internal" as const) };
    const reason = failure.code === "log_unwritable" ? "log_unwritable" : "failed";
    this.#owed = { reason, failure };
    await this.#payUp().catch(() => this.#live.halt(turnId, failure));
  }

  /** Writes the end of a turn that could not be written when it came. Rejects with `log_unwritable` while it still cannot. */
  async #payUp(): Promise<void> {
    if (!this.#owed) return;
    await this.#journal.append(...recoveryOf(this.#journal.state, this.#owed));
    this.#owed = undefined;
    this.#live.end();
  }

  #cancel(): void {
    this.#turn?.cancel.cancel();
    this.#approvals.expire();
  }

  /** Answers a question; resolves when the answer is in the log. One given before a restart is remembered there. */
  async #answer(
    { callId, digest }: { callId: string; digest: string },
    answer: PersonsAnswer,
  ): Promise<void> {
    if (this.#isAnswered(callId)) throw new KestrelError("approval_stale", "already answered", { callId });
    await this.#approvals.answer(callId, digest, answer);
  }

  #isAnswered(callId: string): boolean {
    for (const entry of this.#journal.state.timeline.backwards()) {
      if (entry.kind === "tool" && entry.callId === callId) return entry.approval?.decision !== undefined;
    }
    return false;
  }

  #tell(news: SessionNews): void {
    for (const watcher of [...this.#watchers]) watcher(news);
  }
}
