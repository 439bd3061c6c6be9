import type { OpAnswer, TurnId } from "@kestrel/protocol";
import { contextLedger } from "@kestrel/session-state";
import { Cancellation } from "../cancel/cancellation.ts";
import { idleMark } from "../context/compaction/budgets.ts";
import { planCompaction } from "../context/compaction/plan-compaction.ts";
import { ImageCache } from "../context/image-cache.ts";
import type { CrewLanes } from "../crew/crew-lanes.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import { KestrelError } from "../errors.ts";
import type { SessionJournal } from "../journal/session-journal.ts";
import { modelChanged } from "../model-traits/model-traits.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import { compact, countedTokens, type RoomMade } from "../turn/make-room.ts";
import type { CompactionWish } from "../turn/turn-parts.ts";
import type { RunningTurn } from "./running-turn.ts";

/**
 * Pauses before a compaction. It does not begin at once, because the person may leave or send the next message. When another session
 * was active meanwhile, it is tried again after the next pause. Milliseconds.
 */
const rests = [1_000, 15_000, 60_000];

/** Tokens. Any summary takes as many, so freeing fewer gains nothing. */
const worthAsking = 256;

type Running = { cancel: Cancellation; ended: Promise<void>; wish?: CompactionWish };

/** Compacts between turns: on the user's request, and before a turn would have to. One at a time; a message of the user comes first. */
export class CompactionAtRest {
  readonly #journal: SessionJournal;
  readonly #agent: AgentParts;
  readonly #lanes: CrewLanes;
  #running: Running | undefined;

  constructor(journal: SessionJournal, agent: AgentParts, lanes: CrewLanes) {
    this.#journal = journal;
    this.#agent = agent;
    this.#lanes = lanes;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /** The user requested it. Runs at once between turns, and before the next step within one. */
  async wanted(turnId: TurnId, wish: CompactionWish, turn: RunningTurn | undefined): Promise<OpAnswer> {
    if (turn) {
      turn.wish = wish;
      return { accepted: "pending" };
    }
    if (!this.#possible()) throw new KestrelError("nothing_to_compact", "nothing would be freed");
    await this.interrupt();
    const facts = await this.#agent.backend.facts().catch(passOver(this.#agent.host, "asking the model"));
    const changed = modelChanged(this.#journal.state, facts);
    if (changed) throw new KestrelError(changed.code, "another model than the session's", changed.params);
    this.#start(turnId, wish);
    return { accepted: "started" };
  }

  /** Compactions that a turn left undone, or that the next one would need. */
  async afterTurn(turn: RunningTurn): Promise<void> {
    const wish = turn.takeWish();
    if (wish && this.#possible()) await this.wanted(turn.turnId, wish, undefined);
    else this.#ahead(turn.turnId);
  }

  /** Whether a summary would free enough tokens. */
  #possible(): boolean {
    const { state } = this.#journal;
    const plan = planCompaction(state, contextLedger(state).used);
    return plan !== undefined && plan.frees.most > worthAsking;
  }

  /** Begins by itself when the window is nearly full. */
  #ahead(turnId: TurnId): void {
    const { window } = this.#journal.state;
    if (this.#running || window === undefined || !this.#agent.mayCompactIdle) return;
    const { used: tokens } = contextLedger(this.#journal.state);
    if (tokens > idleMark(window)) this.#start(turnId);
  }

  /** Stops a running compaction and resolves when it has ended. Returns the user's request if it is still open. */
  async interrupt(): Promise<CompactionWish | undefined> {
    const running = this.#running;
    if (!running) return undefined;
    running.cancel.cancel();
    await running.ended;
    return running.wish;
  }

  #start(turnId: TurnId, wish?: CompactionWish): void {
    const cancel = new Cancellation();
    const running: Running = { cancel, wish, ended: Promise.resolve() };
    this.#running = running;
    running.ended = this.#compact(turnId, cancel, wish)
      .catch(passOver(this.#agent.host, "compaction", { turnId }))
      .finally(() => {
        if (this.#running === running) this.#running = undefined;
      });
  }

  async #compact(turnId: TurnId, cancel: Cancellation, wish?: CompactionWish): Promise<void> {
    const agent = this.#agent;
    for (const rest of wish ? [0] : rests) {
      if (!wish) {
        await agent.host.wait(rest, cancel);
        if (cancel.aborted || !(await agent.mayCompactIdle?.())) return;
      }
      if (cancel.aborted) return;
      const made = await this.#compactNow(turnId, cancel, wish);
      if (made?.kind !== "cancelled") return;
    }
  }

  async #compactNow(
    turnId: TurnId,
    cancel: Cancellation,
    wish?: CompactionWish,
  ): Promise<RoomMade | undefined> {
    const agent = this.#agent;
    const journal = this.#journal;
    const reasoningStop = { listen: () => () => {} };
    const images = new ImageCache(agent.images);
    const parts = { agent, journal, turnId, cancel, images, reasoningStop, lanes: this.#lanes };
    const facts = await agent.backend.facts().catch(passOver(agent.host, "asking the model"));
    const traits = facts?.traits ?? {};
    if (!wish && traits.compaction === "fold") return undefined;
    if (modelChanged(journal.state, facts)) return undefined;
    const window = journal.state.window ?? Number.POSITIVE_INFINITY;
    const needed = await countedTokens(parts, window);
    if (cancel.aborted) return undefined;
    const making = { needed, step: 1, traits, ahead: true };
    return compact(parts, wish ? { why: "asked", ...making, ...wish } : { why: "idle", ...making });
  }
}
