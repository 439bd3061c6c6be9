import {
  isPending,
  type KeptImage,
  type Op,
  type OpAnswer,
  type OpId,
  type SentImage,
  type TurnId,
} from "@kestrel/protocol";
import { ImageCache } from "../context/image-cache.ts";
import { KestrelError } from "../errors.ts";
import { CallTrail } from "../loop-detection/call-trail.ts";
import { runTurn, type TurnEnd } from "../turn/run-turn.ts";
import { LiveReply } from "./live-reply.ts";
import { OpLedger } from "./op-ledger.ts";
import { openingEvents } from "./opening-events.ts";
import { PendingApprovals, type PersonsAnswer } from "./pending-approvals.ts";
import { ReasoningStop } from "./reasoning-stop.ts";
import { recoveryOf } from "./recover.ts";
import { RunningTurn, type TurnStop } from "./running-turn.ts";
import type { Session, SessionNews } from "./session.ts";
import { SessionJournal } from "./session-journal.ts";
import type { SessionParts } from "./session-parts.ts";

/** Brings a session to life: folds its log, closes what a crash left open, or writes the first event of a new one. */
export async function openSession(parts: SessionParts): Promise<Session> {
  const session = new LivingSession(parts);
  await session.begin();
  return session;
}

const done: OpAnswer = { accepted: "done" };

class LivingSession implements Session {
  readonly #parts: SessionParts;
  readonly #journal: SessionJournal;
  readonly #live: LiveReply;
  readonly #approvals: PendingApprovals;
  readonly #reasoningStop = new ReasoningStop();
  readonly #ops = new OpLedger();
  readonly #watchers = new Set<(news: SessionNews) => void>();
  #turn: RunningTurn | undefined;
  /** The end of a turn that the log does not hold yet. */
  #owed: TurnEnd | undefined;
  #closed = false;

  constructor(parts: SessionParts) {
    const { host } = parts.agent;
    this.#parts = parts;
    this.#journal = new SessionJournal(parts.log, host, {
      learn: ({ body }) => this.#ops.note(body),
      publish: (event) => this.#tell({ kind: "event", event }),
    });
    this.#live = new LiveReply((frame) => this.#tell({ kind: "frame", frame }));
    this.#approvals = new PendingApprovals(() => host.now());
  }

  async begin(): Promise<void> {
    await this.#journal.load();
    // Behind what cannot be read nothing is written: the prompt would not be the one that was sent.
    if (this.#parts.log.damage?.()) return;
    const { state } = this.#journal;
    const { opening, agent } = this.#parts;
    if (state.lastSeq > 0) {
      const closing = recoveryOf(state);
      if (closing.length > 0) await this.#journal.append(...closing);
    } else if (opening) await this.#journal.append(...openingEvents(opening, agent.tools));
    else throw new KestrelError("session_not_found", "an empty log and no opening");
  }

  state() {
    return this.#journal.state;
  }

  live() {
    return this.#live.snapshot();
  }

  apply(op: Op, turnId: TurnId): Promise<OpAnswer> {
    return this.#ops.once(op, () => this.#do(op, turnId));
  }

  watch(listener: (news: SessionNews) => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  async settled(): Promise<void> {
    await this.#turn?.ended;
  }

  async close(why: TurnStop["reason"] = "shutdown"): Promise<void> {
    this.#closed = true;
    this.#stop({ reason: why });
    await this.settled();
    await this.#journal.close();
    this.#watchers.clear();
  }

  async #do(op: Op, turnId: TurnId): Promise<OpAnswer> {
    if (this.#closed) throw new KestrelError("session_busy", "the session is closing");
    const damage = this.#parts.log.damage?.();
    if (damage) throw new KestrelError("log_damaged", "a damaged log is only read", damage);
    if (!this.#turn) await this.#payUp();
    const { opId } = op;
    switch (op.type) {
      case "send-message":
        return this.#turn ? this.#join(this.#turn, op) : this.#startTurn(turnId, op);
      case "edit-pending":
        await this.#journal.appendFrom((state) => {
          if (!isPending(state, op.words))
            throw new KestrelError("not_found", "no such words wait", { words: op.words });
          return [{ type: "pending.edited", words: op.words, text: op.text.trim(), opId }];
        });
        return done;
      case "approve":
        return this.#answer(op, { decision: "allowed", scope: op.scope, opId });
      case "deny":
        return this.#answer(op, { decision: "denied", reason: op.reason, opId });
      case "cancel":
        if (!this.#turn) throw new KestrelError("no_open_turn", "nothing to cancel");
        this.#stop({ reason: "cancelled", opId });
        return done;
      case "answer-now":
        if (!this.#reasoningStop.request(opId)) throw new KestrelError("no_open_turn", "nothing is thinking");
        return done;
      case "set-mode":
        if (op.mode !== this.#journal.state.mode)
          await this.#journal.append({ type: "mode.set", mode: op.mode, opId });
        return done;
      default:
        return op satisfies never;
    }
  }

  /** Words for the running turn; once it does not look for any more they wait for the next message. */
  async #join(turn: RunningTurn, { opId, text, images }: Op & { type: "send-message" }): Promise<OpAnswer> {
    if (images && images.length > 0)
      throw new KestrelError("session_busy", "pictures come with a turn of their own");
    const { turnId } = turn;
    const joins = turn.listening && !turn.cancel.aborted;
    if (!joins) {
      await this.#journal.append({ type: "words.kept", text, opId });
      return { accepted: "pending" };
    }
    await this.#journal.append({ type: "steering.queued", turnId, text, opId });
    return { accepted: "joined", turnId };
  }

  async #startTurn(
    turnId: TurnId,
    { opId, text, images: sent = [] }: Op & { type: "send-message" },
  ): Promise<OpAnswer> {
    const images = sent.length > 0 ? await this.#keep(sent) : undefined;
    if (this.#turn || this.#closed) throw new KestrelError("session_busy", "a turn is under way");
    const turn = new RunningTurn(turnId);
    const started = this.#journal.append({ type: "turn.started", turnId, text, images, opId });
    turn.ended = started.then(() => this.#run(turn)).catch(() => undefined);
    this.#turn = turn;
    try {
      await started;
    } catch (error) {
      this.#turn = undefined;
      throw error;
    }
    return { accepted: "started", turnId };
  }

  /** A model that does not see refuses before anything is kept. */
  async #keep(sent: readonly SentImage[]): Promise<KeptImage[]> {
    const { images, backend } = this.#parts.agent;
    const { label, capabilities } = await backend.facts();
    if (!images || !capabilities.vision)
      throw new KestrelError("no_vision", "the model does not see", { model: label });
    return Promise.all(sent.map((image) => images.keep(image)));
  }

  async #run(turn: RunningTurn): Promise<void> {
    const { agent } = this.#parts;
    const [journal, live, approvals] = [this.#journal, this.#live, this.#approvals];
    const began = agent.host.now() - approvals.waitedMs();
    try {
      const end = await runTurn({
        ...{ agent, turnId: turn.turnId, cancel: turn.cancel, journal, live, approvals },
        reasoningStop: this.#reasoningStop,
        images: new ImageCache(agent.images),
        trail: new CallTrail(),
      });
      turn.listening = false;
      const durationMs = Math.round(agent.host.now() - approvals.waitedMs() - began);
      await journal.append(turn.endedBy(end, durationMs));
      live.end();
    } catch (error) {
      turn.cancel.cancel();
      await this.#endInPieces(turn.turnId, error);
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

  #stop(stop: TurnStop): void {
    this.#turn?.stop(stop);
    this.#approvals.expire();
  }

  /** Answers a question; resolves when the answer is in the log. One given before a restart is remembered there. */
  async #answer(
    { callId, digest }: { callId: string; digest: string },
    answer: PersonsAnswer & { opId: OpId },
  ): Promise<OpAnswer> {
    if (this.#isAnswered(callId)) throw new KestrelError("approval_stale", "already answered", { callId });
    await this.#approvals.answer(callId, digest, answer);
    return done;
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
