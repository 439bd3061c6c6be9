import {
  type CancelSignal,
  type Engine,
  KestrelError,
  type PooledEngine,
  planPool,
  planPressure,
} from "@kestrel/core";
import type { EngineStatus } from "@kestrel/protocol/api";

/** What an engine takes, as far as it can be known before it runs. Bytes. */
export type EngineNeed = { weights: number; rest: number };

export type PoolParts = {
  /** The engine of the main model. */
  lead: Engine;
  leadNeed(): Promise<EngineNeed | undefined>;
  /** Bytes that the system could give to another program now; undefined when it does not report them. */
  available(): number | undefined;
  now(): number;
  /** While an engine of the pool runs, memory is looked at so often. Milliseconds. */
  lookEveryMs: number;
};

type Kept = {
  engine: Engine;
  need(): Promise<EngineNeed | undefined>;
  known?: EngineNeed;
  usedAt: number;
  state: EngineStatus["state"];
};

const leadId = "lead";
const unknownNeed: EngineNeed = { weights: 0, rest: 0 };

/** Engines beside the main one: which may start, which waits, and which is unloaded first. */
export class EnginePool {
  readonly #parts: PoolParts;
  readonly #kept = new Map<string, Kept>();
  readonly #waiting = new Set<string>();
  /** Granted, and not yet seen to start. */
  readonly #granted = new Set<string>();
  readonly #changes = new Set<() => void>();
  readonly #unwatch: () => void;
  #leadNeed: EngineNeed | undefined;
  #order: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(parts: PoolParts) {
    this.#parts = parts;
    let state: EngineStatus["state"] | undefined;
    this.#unwatch = parts.lead.watch((status) => {
      const began = status.state === "starting" && state !== "starting";
      state = status.state;
      if (began || outOfMemory(status)) void this.#makeRoomForLead(outOfMemory(status));
      this.#changed();
    });
  }

  /** Adds an engine that runs nothing yet. `need` is called once, before its first start. */
  add(id: string, engine: Engine, need: Kept["need"]): void {
    const kept: Kept = { engine, need, usedAt: this.#parts.now(), state: "stopped" };
    this.#kept.set(id, kept);
    engine.watch((status) => this.#noteStatus(id, kept, status));
  }

  /** Whether it waits for memory. */
  waits(id: string): boolean {
    return this.#waiting.has(id);
  }

  /** Its estimated memory. Undefined before its first start was requested. */
  needOf(id: string): EngineNeed | undefined {
    return this.#kept.get(id)?.known;
  }

  /** Resolves when it may start, others having been unloaded for it. Rejects with `engine_start_failed` where it never fits. */
  async admit(id: string, cancel: CancelSignal): Promise<void> {
    const kept = this.#kept.get(id);
    if (!kept) return;
    kept.known ??= await kept.need();
    this.#leadNeed = await this.#parts.leadNeed();
    this.#waiting.add(id);
    const turn = this.#order.then(() => this.#admitted(id, cancel));
    this.#order = turn.catch(() => undefined); // expected: the caller gets the error
    try {
      await turn;
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** Ends every engine of it. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#unwatch();
    clearInterval(this.#timer);
    this.#changed();
    await Promise.all([...this.#kept.values()].map(({ engine }) => engine.stop()));
  }

  async #admitted(id: string, cancel: CancelSignal): Promise<void> {
    for (;;) {
      if (this.#closed || cancel.aborted)
        throw new KestrelError("engine_not_ready", "the wait was ended", { reason: "cancelled" });
      const plan = planPool(this.#engines(), id, this.#parts.available());
      switch (plan.kind) {
        case "start":
          await this.#unload(plan.unload);
          this.#grant(id, cancel);
          return;
        case "refuse": {
          const { needs, room } = plan;
          throw new KestrelError("engine_start_failed", "it does not fit beside the others", {
            reason: "memory",
            ...{ needs, room, hint: "free_memory" },
          });
        }
        case "wait":
          await this.#change(cancel);
          break;
        default:
          plan satisfies never;
      }
    }
  }

  /** Reserves its memory until it starts or the request is cancelled. */
  #grant(id: string, cancel: CancelSignal): void {
    this.#granted.add(id);
    const givenBack = () => {
      if (this.#granted.delete(id)) this.#changed();
    };
    cancel.addEventListener("abort", givenBack, { once: true });
  }

  #noteStatus(id: string, kept: Kept, status: EngineStatus): void {
    const { state } = status;
    if (state !== "stopped") this.#granted.delete(id);
    if (state === kept.state) return;
    kept.state = state;
    kept.usedAt = this.#parts.now();
    // The memory that the engine reports replaces the estimate.
    if (status.memory) {
      const { weights, cache, compute } = status.memory;
      kept.known = { weights, rest: cache + compute };
    }
    if (outOfMemory(status)) void this.#unload(this.#idle());
    this.#lookNowAndThen();
    this.#changed();
  }

  /** Unloads idle engines while the main model loads, without delaying it. */
  async #makeRoomForLead(refused: boolean): Promise<void> {
    if (this.#idle().length === 0) return;
    this.#leadNeed = await this.#parts.leadNeed();
    const plan = planPool(this.#engines(), leadId, this.#parts.available());
    await this.#unload(refused ? this.#idle() : plan.kind === "start" ? plan.unload : []);
  }

  #lookNowAndThen(): void {
    const runs = [...this.#kept.values()].some(({ state }) => state === "ready" || state === "busy");
    if (!runs || this.#closed) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else if (this.#timer === undefined) {
      const look = () => void this.#unload(planPressure(this.#engines(), this.#parts.available()));
      this.#timer = setInterval(look, this.#parts.lookEveryMs);
      this.#timer.unref();
    }
  }

  #engines(): PooledEngine[] {
    const { lead } = this.#parts;
    const state = stateOf(lead.status().state);
    return [
      { id: leadId, lead: true, state, usedAt: 0, ...(this.#leadNeed ?? unknownNeed) },
      ...[...this.#kept].map(([id, { engine, known = unknownNeed, usedAt }]): PooledEngine => {
        const now = this.#granted.has(id) ? "starting" : stateOf(engine.status().state);
        const own = engine.status().source === "self" && { own: true as const };
        return { id, state: now, usedAt, ...own, ...known };
      }),
    ];
  }

  #idle(): string[] {
    return this.#engines().flatMap(({ id, lead, state }) => (!lead && state === "idle" ? [id] : []));
  }

  async #unload(ids: readonly string[]): Promise<void> {
    const stopped = ids.map(async (id) => {
      const engine = this.#kept.get(id)?.engine;
      // It may be in use again by now.
      if (engine?.status().state === "ready") await engine.stop();
    });
    await Promise.all(stopped);
  }

  #changed(): void {
    for (const change of [...this.#changes]) change();
  }

  #change(cancel: CancelSignal): Promise<void> {
    return new Promise((resolve) => {
      const over = () => {
        this.#changes.delete(over);
        cancel.removeEventListener("abort", over);
        resolve();
      };
      this.#changes.add(over);
      cancel.addEventListener("abort", over);
    });
  }
}

const outOfMemory = ({ state, failure }: EngineStatus) =>
  (state === "crashed" || state === "failed") && failure?.params.reason === "memory";

function stateOf(state: EngineStatus["state"]): PooledEngine["state"] {
  switch (state) {
    case "stopped":
    case "failed":
      return "off";
    case "starting":
    case "crashed":
      return "starting";
    case "ready":
      return "idle";
    case "busy":
    case "stopping":
      return "busy";
    default:
      return state satisfies never;
  }
}
