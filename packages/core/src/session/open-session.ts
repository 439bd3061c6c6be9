import type { Op, OpAnswer, OpId, SessionEvent, StandingRule, TurnId, UndoTarget } from "@kestrel/protocol";
import type { Origin } from "@kestrel/protocol/access";
import { isPending } from "@kestrel/session-state";
import { type PersonsAnswer, TurnQuestions } from "../calls/pending-answers.ts";
import { Cancellation } from "../cancel/cancellation.ts";
import { catalogLines } from "../catalog/catalog-of.ts";
import { readCatalogAhead } from "../catalog/lay-ready.ts";
import { CrewLanes } from "../crew/crew-lanes.ts";
import { titleSession } from "../crew/title-session.ts";
import { KestrelError } from "../errors.ts";
import { changesCutOff } from "../history/changes-cut-off.ts";
import { askHooks, notedBeside } from "../hooks/ask-hooks.ts";
import { SessionJournal } from "../journal/session-journal.ts";
import { selectFacts } from "../memory/select-facts.ts";
import { offeredTools } from "../permission/offered-tools.ts";
import { rememberYes } from "../permission/remember-yes.ts";
import { LiveReply } from "../turn/live-reply.ts";
import { escalationAnswered } from "../turn/step-parts.ts";
import { CommitDrafts } from "./commit-drafts.ts";
import { invoke } from "./invoke.ts";
import { callNamed, samplingSet } from "./keep-images.ts";
import { OpLedger } from "./op-ledger.ts";
import { openingEvents } from "./opening-events.ts";
import { recoveryOf } from "./recover.ts";
import type { TurnStop } from "./running-turn.ts";
import type { Session, SessionNews, SessionParts } from "./session.ts";
import { SessionHistory } from "./session-history.ts";
import { jobsCutOff, SessionJobs } from "./session-jobs.ts";
import { SessionTurns } from "./session-turns.ts";

/** Opens a session: folds its log, closes what a crash left open, or writes the first event of a new one. */
export async function openSession(parts: SessionParts): Promise<Session> {
  const session = new LivingSession(parts);
  await session.begin();
  return session;
}

type Asked = { callId: string; digest: string };

const done: OpAnswer = { accepted: "done" };

class LivingSession implements Session {
  readonly #parts: SessionParts;
  readonly #journal: SessionJournal;
  readonly #live: LiveReply;
  readonly #questions: TurnQuestions;
  readonly #jobs: SessionJobs;
  readonly #ops = new OpLedger();
  readonly #watchers = new Set<(news: SessionNews) => void>();
  readonly #turns: SessionTurns;
  readonly #lanes: CrewLanes;
  readonly #history: SessionHistory;
  readonly #closing = new Cancellation();
  readonly #drafts: CommitDrafts;
  #naming: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(parts: SessionParts) {
    const { host } = parts.agent;
    this.#parts = parts;
    this.#journal = new SessionJournal(parts.log, host, {
      learn: ({ body }) => this.#ops.note(body),
      restore: (ops) => this.#ops.restore(ops),
      publish: (event) => this.#published(event),
    });
    this.#live = new LiveReply((frame) => this.#tell({ kind: "frame", frame }));
    this.#questions = new TurnQuestions(() => host.now());
    this.#jobs = new SessionJobs(parts.agent, this.#journal);
    this.#lanes = new CrewLanes(host, (frame) => this.#tell({ kind: "frame", frame }));
    this.#turns = new SessionTurns(parts.agent, this.#journal, this.#live, this.#questions, this.#lanes);
    this.#history = new SessionHistory(parts.agent, this.#journal, this.#turns);
    this.#drafts = new CommitDrafts(this.#crewParts, () => this.#ops.settled(), this.#closing);
  }

  async begin(): Promise<void> {
    await this.#journal.load();
    // Nothing is appended to a damaged log: the prompt would differ from the one that was sent.
    if (this.#parts.log.damage?.()) return;
    const [{ state }, { opening, agent }] = [this.#journal, this.#parts];
    if (state.lastSeq > 0) {
      const written = await changesCutOff(agent, state);
      const closing = [...jobsCutOff(state), ...written, ...recoveryOf(state)];
      if (closing.length > 0) await this.#journal.append(...closing);
    } else if (opening) {
      const denied = opening.loadout?.permission.deny ?? opening.under?.deny ?? [];
      const rules: StandingRule[] = [
        ...((await agent.permissions?.rules(opening.workspace)) ?? []),
        ...denied.map((rule): StandingRule => ({ verdict: "deny", rule, origin: "loadout" })),
      ];
      const catalog = await catalogLines(agent.catalog, opening, rules);
      const heard = opening.parent ? [] : await askHooks(agent, opening, { stage: "session_opened" });
      await this.#journal.append(
        ...openingEvents(
          opening,
          offeredTools(agent.tools, rules),
          catalog,
          agent.texts?.[opening.texts ?? ""],
        ),
        ...notedBeside(heard),
      );
    } else throw new KestrelError("session_not_found", "an empty log and no opening");
    this.#jobs.begin();
  }

  state() {
    return this.#journal.state;
  }

  live() {
    const crew = this.#lanes.now();
    return crew.length > 0 ? { ...this.#live.snapshot(), crew } : this.#live.snapshot();
  }

  previewUndo(target: UndoTarget) {
    return this.#history.preview(target);
  }

  draftCommit(from?: TurnId) {
    return this.#drafts.draft(from);
  }

  apply(op: Op, turnId: TurnId, origin?: Origin): Promise<OpAnswer> {
    return this.#ops.once(op, () => this.#do(op, turnId, origin));
  }

  watch(listener: (news: SessionNews) => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  watchers(): number {
    return this.#watchers.size;
  }

  settled(): Promise<void> {
    return this.#turns.settled();
  }

  async close(why: TurnStop["reason"] = "shutdown"): Promise<void> {
    this.#closed = true;
    this.#closing.cancel();
    await this.#turns.close({ reason: why });
    await this.#naming;
    await this.#drafts.settled();
    await this.#jobs.end();
    await this.#checkpoint();
    await this.#journal.close();
    this.#watchers.clear();
  }

  async #do(op: Op, turnId: TurnId, origin: Origin | undefined): Promise<OpAnswer> {
    if (this.#closed) throw new KestrelError("session_busy", "the session is closing");
    const damage = this.#parts.log.damage?.();
    if (damage) throw new KestrelError("log_damaged", "a damaged log is only read", damage);
    await this.#turns.atRest();
    const { opId } = op;
    switch (op.type) {
      case "send-message":
        return this.#turns.take(turnId, { ...op, ...(origin && { origin }) });
      case "edit-pending":
        await this.#journal.appendFrom((state) => {
          if (!isPending(state, op.words))
            throw new KestrelError("not_found", "no such words wait", { words: op.words });
          return [
            {
              type: "pending.edited",
              words: op.words,
              text: op.text.trim(),
              ...(origin && { origin }),
              opId,
            },
          ];
        });
        return done;
      case "approve":
        return this.#answer(op, {
          decision: "allowed",
          ...(await rememberYes(
            this.#parts.agent,
            this.#journal.state,
            callNamed(this.#journal.state, op.callId),
            op,
          )),
          ...(origin && { origin }),
          opId,
        });
      case "deny":
        return this.#answer(op, { decision: "denied", reason: op.reason, ...(origin && { origin }), opId });
      case "answer-question":
        return this.#questions.questions
          .answer(op.callId, op.digest, { end: op.end, text: op.text, ...(origin && { origin }), opId })
          .then(() => done);
      case "stop-job":
        return this.#jobs.stop(op.job, opId).then(() => done);
      case "cancel":
        await this.#turns.cancel(opId);
        return done;
      case "compact":
        return this.#turns.compact(turnId, { matters: op.matters, opId });
      case "invoke":
        return invoke(this.#parts.agent, this.#journal, op);
      case "accept-model":
        await this.#journal.append({ type: "model.accepted", from: op.from, opId });
        return done;
      case "answer-escalation":
        await this.#journal.appendFrom((state) => [escalationAnswered(state, op)]);
        return done;
      case "undo":
        return this.#history.undo(op);
      case "rewind":
        return this.#history.rewind(op, turnId);
      case "continue":
        return this.#history.continue(turnId, op);
      case "answer-now":
        this.#turns.answerNow(opId);
        return done;
      case "set-title":
        if (op.title !== this.#journal.state.title)
          await this.#journal.append({ type: "session.titled", title: op.title, opId });
        return done;
      case "mark": {
        const { type: _, ...marks } = op;
        await this.#journal.append({ ...marks, type: "session.marked" });
        return done;
      }
      case "set-mode":
        if (op.mode !== this.#journal.state.mode)
          await this.#journal.append({ type: "mode.set", mode: op.mode, opId });
        return done;
      case "set-snapshots":
        if (op.on !== this.#journal.state.snapshots)
          await this.#journal.append({ type: "snapshots.set", on: op.on, opId });
        return done;
      case "set-memory":
        if (op.on !== (this.#journal.state.memory ?? true))
          await this.#journal.append({ type: "memory.set", on: op.on, opId });
        return done;
      case "revoke":
        await this.#journal.append({ type: "grant.revoked", ...op.grant, opId });
        return done;
      case "set-sampling":
        await this.#journal.appendFrom((state) => [samplingSet(state, op)]);
        return done;
      default:
        return op satisfies never;
    }
  }

  /** Answers a question; resolves when the answer is in the log. An answer given before a restart is read from there. */
  async #answer(
    { callId, digest }: Asked,
    answer: PersonsAnswer & { opId: OpId; origin?: Origin },
  ): Promise<OpAnswer> {
    if (callNamed(this.#journal.state, callId)?.approval?.decision)
      throw new KestrelError("approval_stale", "already answered", { callId });
    await this.#questions.approvals.answer(callId, digest, answer);
    return done;
  }

  /**
   * After its first answer a session gets a title and its catalogue is embedded; when idle its sentences are searched for facts, each if a
   * model for it is configured.
   */
  #published(event: SessionEvent): void {
    this.#tell({ kind: "event", event });
    if (event.body.type === "turn.ended") void this.#checkpoint();
    if (event.body.type !== "turn.ended" || event.body.reason !== "done") return;
    this.#naming = Promise.all([
      titleSession(this.#crewParts, this.#closing),
      readCatalogAhead(this.#crewParts, this.#closing),
      selectFacts(this.#crewParts, this.#closing),
    ]).then(() => undefined);
  }

  #checkpoint(): Promise<void> {
    return this.#journal.checkpoint(() => this.#ops.answered());
  }

  get #crewParts() {
    return { agent: this.#parts.agent, journal: this.#journal, lanes: this.#lanes };
  }

  #tell(news: SessionNews): void {
    for (const watcher of [...this.#watchers]) watcher(news);
  }
}
