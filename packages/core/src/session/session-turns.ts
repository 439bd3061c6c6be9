import type { EventBody, Op, OpAnswer, OpId, TurnId } from "@kestrel/protocol";
import type { Origin } from "@kestrel/protocol/access";
import { usesMemory } from "@kestrel/session-state/memories";
import type { CallParts } from "../calls/call-parts.ts";
import { EarlyCalls } from "../calls/early-calls.ts";
import type { TurnQuestions } from "../calls/pending-answers.ts";
import { type LaidEvent, layReady } from "../catalog/lay-ready.ts";
import { ImageCache } from "../context/image-cache.ts";
import { MessageRoom } from "../context/message-room.ts";
import type { CrewLanes } from "../crew/crew-lanes.ts";
import { OutputDigests } from "../crew/output-digests.ts";
import { failureFrom, passOver } from "../diagnostics/report-unexpected.ts";
import { KestrelError } from "../errors.ts";
import { askAboutPrompt, askHooks } from "../hooks/ask-hooks.ts";
import type { SessionJournal } from "../journal/session-journal.ts";
import { CallTrail } from "../loop-detection/call-trail.ts";
import { layMemories } from "../memory/lay-memories.ts";
import { lessonOfTurn } from "../memory/lesson-of-turn.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import { countTexts } from "../turn/count-texts.ts";
import { layFiles } from "../turn/lay-files.ts";
import { type LiveReply, ReasoningStop } from "../turn/live-reply.ts";
import { runTurn, type TurnEnd } from "../turn/run-turn.ts";
import type { CompactionWish } from "../turn/turn-parts.ts";
import { CompactionAtRest } from "./compaction-at-rest.ts";
import { keepImages } from "./keep-images.ts";
import { recoveryOf } from "./recover.ts";
import { RunningTurn, type TurnStop } from "./running-turn.ts";

/** A message for a turn. `goesOn`: not the user's, but the request to continue a cut answer. */
type Words = Op & { type: "send-message" } & { goesOn?: true; origin?: Origin };

/** The turns of a session: one at a time, each with a logged end, whatever ends it. */
export class SessionTurns {
  readonly #agent: AgentParts;
  readonly #journal: SessionJournal;
  readonly #live: LiveReply;
  readonly #questions: TurnQuestions;
  readonly #compaction: CompactionAtRest;
  readonly #lanes: CrewLanes;
  readonly #reasoningStop = new ReasoningStop();
  #turn: RunningTurn | undefined;
  /** The end of a turn that is not logged yet. */
  #owed: TurnEnd | undefined;
  /** An undo is running between turns. */
  #resting: Promise<void> | undefined;
  #closed = false;

  constructor(
    agent: AgentParts,
    journal: SessionJournal,
    live: LiveReply,
    questions: TurnQuestions,
    lanes: CrewLanes,
  ) {
    this.#agent = agent;
    this.#journal = journal;
    this.#live = live;
    this.#questions = questions;
    this.#compaction = new CompactionAtRest(journal, agent, lanes);
    this.#lanes = lanes;
  }

  /** Resolves before other work on the session. Rejects with `log_unwritable` while the end of a turn cannot be written. */
  async atRest(): Promise<void> {
    if (!this.#turn) await this.#payUp();
  }

  /** A message starts a turn, or joins the running one. */
  async take(turnId: TurnId, message: Words): Promise<OpAnswer> {
    await this.#resting;
    return this.#turn ? this.#join(this.#turn, message) : this.#start(turnId, message);
  }

  /** Stops the turn, or the work between turns. */
  async cancel(opId: OpId): Promise<void> {
    if (this.#compaction.running) return void (await this.#compaction.interrupt());
    if (!this.#turn) throw new KestrelError("no_open_turn", "nothing to cancel");
    this.#stop({ reason: "cancelled", opId });
  }

  compact(turnId: TurnId, wish: CompactionWish): Promise<OpAnswer> {
    return this.#compaction.wanted(turnId, wish, this.#turn);
  }

  answerNow(opId: OpId): void {
    if (!this.#reasoningStop.request(opId)) throw new KestrelError("no_open_turn", "nothing is thinking");
  }

  /** Resolves when no turn is running. */
  async settled(): Promise<void> {
    await this.#turn?.ended;
  }

  /** Stops the turn and starts no other. Resolves when nothing is running any more. */
  async close(stop: TurnStop): Promise<void> {
    this.#closed = true;
    this.#stop(stop);
    await this.settled();
    await this.#resting;
    await this.#compaction.interrupt();
  }

  #stop(stop: TurnStop): void {
    this.#turn?.stop(stop);
    this.#questions.expire();
  }

  /** A message for the running turn; once that delivers no more, it waits for the next message. */
  async #join(turn: RunningTurn, { opId, text, images, answerSchema, origin }: Words): Promise<OpAnswer> {
    if ((images && images.length > 0) || answerSchema)
      throw new KestrelError("session_busy", "pictures and a schema come with a turn of their own");
    // Hooks may add notes only to a message that starts a turn; one that joins is only allowed or denied.
    await this.#askAboutWords(text);
    const { turnId } = turn;
    const joins = turn.listening && !turn.cancel.aborted;
    if (!joins) {
      await this.#journal.append({ type: "words.kept", text, ...(origin && { origin }), opId });
      return { accepted: "pending" };
    }
    await this.#journal.append({ type: "steering.queued", turnId, text, ...(origin && { origin }), opId });
    return { accepted: "joined", turnId };
  }

  async #start(turnId: TurnId, message: Words): Promise<OpAnswer> {
    const { opId, text, images: sent = [], goesOn, answerSchema, pasted, origin } = message;
    const images = sent.length > 0 ? await keepImages(this.#agent, sent) : undefined;
    const wish = await this.#compaction.interrupt();
    const begin = async () => {
      const room = new MessageRoom(this.#journal.state);
      const parts = { agent: this.#agent, journal: this.#journal, lanes: this.#lanes };
      const heard = (await this.#askAboutWords(text)).filter((note) => room.takes(note.text, "hook"));
      const remembered = goesOn ? [] : await layMemories(this.#agent, this.#journal.state, text, room);
      const laid = goesOn ? [] : await layReady(parts, text, room);
      const turn = new RunningTurn(turnId, wish);
      const files = goesOn ? [] : await layFiles(this.#callParts(turn), text, room);
      const { leftOut } = room;
      return this.#begin(turn, () => [
        ...heard,
        ...remembered,
        ...laid,
        ...files,
        {
          type: "turn.started",
          ...{ turnId, text, images },
          ...(goesOn && { goesOn }),
          ...(answerSchema && { answerSchema }),
          ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
          ...(pasted && { pasted }),
          ...(origin && { origin }),
          opId,
        },
      ]);
    };
    const { hooks, crew, memory, probableFiles } = this.#agent;
    // Asking them may take a moment; messages sent meanwhile join the turn.
    const asks = hooks?.stages ?? crew?.librarian(this.#journal.state) ?? memory;
    return asks || probableFiles?.on ? this.between(begin) : begin();
  }

  /** The parts that calls of a turn need. */
  #callParts({ turnId, cancel }: RunningTurn): CallParts & { live: LiveReply } {
    const { approvals, questions } = this.#questions;
    const shared = { journal: this.#journal, live: this.#live, approvals, questions, lanes: this.#lanes };
    return { agent: this.#agent, turnId, cancel, trail: new CallTrail(), ahead: new Map(), ...shared };
  }

  /** Notes of the prompt hooks. Rejects with `hook_denied`. */
  async #askAboutWords(text: string): Promise<LaidEvent[]> {
    return this.#agent.hooks?.stages ? askAboutPrompt(this.#agent, this.#journal.state, text) : [];
  }

  /** Runs work that excludes turns; messages sent meanwhile wait for it. Rejects with `session_busy` during a turn. */
  async between<Value>(work: () => Promise<Value>): Promise<Value> {
    await this.#compaction.interrupt();
    this.#refuseBusy();
    if (this.#resting) throw new KestrelError("session_busy", "something is being taken back");
    const value = work();
    this.#resting = value.then(
      () => undefined,
      () => undefined, // expected: the caller gets the error
    );
    try {
      return await value;
    } finally {
      this.#resting = undefined;
    }
  }

  /** A turn that begins with more than its message, after other work. */
  startWith(
    turnId: TurnId,
    before: () => Promise<void>,
    events: () => readonly EventBody[],
  ): Promise<OpAnswer> {
    return this.between(async () => {
      await before();
      return this.#begin(new RunningTurn(turnId, undefined), events);
    });
  }

  #refuseBusy(): void {
    if (this.#turn || this.#closed) throw new KestrelError("session_busy", "a turn is under way");
  }

  async #begin(turn: RunningTurn, events: () => readonly EventBody[]): Promise<OpAnswer> {
    this.#refuseBusy();
    const started = this.#journal.appendFrom(events);
    turn.ended = started
      .then(() => this.#run(turn))
      .catch(passOver(this.#agent.host, "turn", { turnId: turn.turnId }));
    this.#turn = turn;
    try {
      await started;
    } catch (error) {
      this.#turn = undefined;
      throw error;
    }
    return { accepted: "started", turnId: turn.turnId };
  }

  async #run(turn: RunningTurn): Promise<void> {
    const [agent, journal] = [this.#agent, this.#journal];
    const live = this.#live;
    const worked = () => agent.host.now() - this.#questions.waitedMs();
    const began = worked();
    try {
      const { turnId } = turn;
      const calls = this.#callParts(turn);
      const digests = new OutputDigests(calls);
      const parts = {
        ...calls,
        early: new EarlyCalls(calls),
        reasoningStop: this.#reasoningStop,
        images: new ImageCache(agent.images),
        digests,
        takeCompactionWish: () => turn.takeWish(),
      };
      const end = await runTurn(parts).finally(() => digests.end());
      parts.early.forget();
      turn.listening = false;
      if (end.reason !== "failed") await countTexts(parts);
      const durationMs = Math.round(worked() - began);
      await journal.append(turn.endedBy(end, durationMs));
      live.end();
      this.#learn(turnId);
      // A finished turn asked this before its end.
      if (end.reason !== "done") {
        const told = { stage: "turn_ended" as const, reason: end.reason, reply: "", held: 0 };
        const ids = { sessionId: journal.state.sessionId, turnId };
        void askHooks(agent, journal.state, told).catch(passOver(agent.host, "hooks of turn_ended", ids));
      }
    } catch (error) {
      turn.cancel.cancel();
      await this.#endInPieces(turn.turnId, error);
    } finally {
      this.#turn = undefined;
    }
    if (!this.#closed) await this.#compaction.afterTurn(turn);
  }

  /** Proposes the turn's lesson about its folder, unless the session is private. */
  #learn(turnId: TurnId): void {
    const { state } = this.#journal;
    const { sessionId: session, workspace } = state;
    if (!this.#agent.memory?.propose || session === undefined || !usesMemory(state)) return;
    const content = lessonOfTurn(state, turnId);
    if (content !== undefined) this.#agent.memory.propose({ content, workspace, session, outside: true });
  }

  /** Kestrel failed during a turn: closes open entries, so that the session stays usable. */
  async #endInPieces(turnId: TurnId, error: unknown): Promise<void> {
    this.#questions.expire();
    await this.#journal.settled();
    const { sessionId, openTurn } = this.#journal.state;
    const ids = { sessionId, turnId, step: openTurn?.step };
    const { code, params } = failureFrom(this.#agent.host, "turn", error, ids);
    const failure = code === "internal" ? { code, params } : { code };
    const reason = failure.code === "log_unwritable" ? "log_unwritable" : "failed";
    this.#owed = { reason, failure };
    await this.#payUp().catch(() => this.#live.halt(turnId, failure)); // expected: the log cannot be written
  }

  /** Writes the end of a turn that could not be written earlier. Rejects with `log_unwritable` while it still cannot. */
  async #payUp(): Promise<void> {
    if (!this.#owed) return;
    await this.#journal.append(...recoveryOf(this.#journal.state, this.#owed));
    this.#owed = undefined;
    this.#live.end();
  }
}
