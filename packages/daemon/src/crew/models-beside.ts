import { setTimeout as sleep } from "node:timers/promises";
import { type Engine, KestrelError, type ModelBackend, type ModelCatalog } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { findHeld, type ListedEngine, type LoadoutModel, type ModelOrigin } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import { AdmittedEngine, type AdmittedParts } from "./admitted-engine.ts";
import type { EngineNeed, EnginePool } from "./engine-pool.ts";

/** The model that answers a session, and what is known about it. */
export type SessionModel = {
  engine: Engine & { readonly from: ModelOrigin | undefined };
  backend: ModelBackend;
  catalog: ModelCatalog;
};

/** A model that the user wants beside the main one; not started yet. */
export type ModelBeside = {
  /** Names its engine and the folder of its process. */
  id: string;
  /** As a loadout would name it. */
  model: LoadoutModel;
  always: AdmittedParts["always"] & { label: string };
  make(): Promise<Engine>;
  need(): Promise<EngineNeed | undefined>;
  /** Its model over that engine. */
  compose(engine: Engine): SessionModel;
};

type Parts = {
  pool(): EnginePool;
  lead: { engine: Engine; is(model: LoadoutModel): boolean };
};

/** Time limit for a start, and the time after which a request to load returns although its start still waits. Milliseconds. */
const longestStart = 600_000;
const patienceMs = 10_000;

/** Which model a session is held with, as far as its log tells. */
type Held = Pick<SessionState, "accepted" | "model">;

/** The models that the user loaded beside the main one, in the pool of the crew. A session that accepted one of them is answered by it. */
export class ModelsBeside {
  readonly #parts: Parts;
  readonly #loaded = new Map<string, SessionModel & Pick<ModelBeside, "id" | "model" | "always">>();
  readonly #listeners = new Set<(loaded: readonly ListedEngine[]) => void>();
  #unwatchLead: (() => void) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Loads a model, or loads it again. Resolves when its engine starts or waits for a busy one. Rejects with `busy` during a reply of it, and
   * with `engine_start_failed` when it does not fit. The main model is only started.
   */
  async load({ id, model, always, make, need, compose }: ModelBeside): Promise<Engine> {
    const { lead, pool } = this.#parts;
    if (lead.is(model)) {
      lead.engine.ready(AbortSignal.timeout(longestStart)).catch(passOver("loading a model"));
      return lead.engine;
    }
    const before = this.#loaded.get(id)?.engine;
    if (before?.status().state === "busy") throw new KestrelError("busy", "a reply is under way");
    await before?.stop();
    const admitted = new AdmittedEngine({
      always,
      admit: (cancel) => pool().admit(id, cancel),
      may: async () => undefined,
      make,
    });
    const loaded = compose(admitted);
    const { engine } = loaded;
    this.#loaded.set(id, { ...loaded, id, model, always });
    pool().add(id, engine, () => need().catch(passOver("estimating memory")));
    engine.watch(() => this.#tell());
    this.#unwatchLead ??= lead.engine.watch(() => this.#leaveToLead());
    try {
      await begun(engine);
    } catch (error) {
      if (this.#loaded.get(id)?.engine === engine) this.#loaded.delete(id);
      this.#tell();
      throw error;
    }
    return engine;
  }

  /** The model that a session is held with, if the user loaded it beside the main one. An unloaded one starts again. */
  of(session: Held | undefined): SessionModel | undefined {
    if (!session) return undefined;
    const loaded = [...this.#loaded.values()].map((model) => ({ model, from: model.engine.from }));
    return findHeld(session, loaded)?.model;
  }

  engine(id: string): Engine | undefined {
    return this.#loaded.get(id)?.engine;
  }

  /** All of them, unloaded ones too: their sessions load them again. */
  list(): ListedEngine[] {
    if (this.#loaded.size === 0) return [];
    const pool = this.#parts.pool();
    return [...this.#loaded.values()].map(({ id, engine, always: { label } }) => {
      const need = pool.needOf(id);
      return {
        ...{ id, roles: [], from: engine.from, waits: pool.waits(id) },
        status: { label, ...engine.status() },
        ...(need && { need: need.weights + need.rest }),
      };
    });
  }

  /** Calls the listener at each change of what is listed. */
  watch(listener: (loaded: readonly ListedEngine[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A model that became the main one does not run twice. */
  #leaveToLead(): void {
    for (const [id, { model, engine }] of this.#loaded) {
      if (!this.#parts.lead.is(model)) continue;
      this.#loaded.delete(id);
      stopAfterReply(engine);
      this.#tell();
    }
  }

  #tell(): void {
    const loaded = this.list();
    for (const listener of [...this.#listeners]) listener(loaded);
  }
}

function stopAfterReply(engine: Engine): void {
  let isStopped = false;
  engine.watch(({ state }) => {
    if (state === "busy" || isStopped) return;
    isStopped = true;
    void engine.stop().catch(passOver("unloading a model"));
  });
}

/** Resolves when the engine starts, or after a while in which it only waits. Rejects when it cannot start. */
async function begun(engine: Engine): Promise<void> {
  const ready = engine.ready(AbortSignal.timeout(longestStart));
  let unwatch = () => {};
  const starts = new Promise<void>((resolve) => {
    unwatch = engine.watch(({ state }) => {
      if (state === "starting" || state === "ready") resolve();
    });
  });
  try {
    await Promise.race([ready, starts, sleep(patienceMs, undefined, { ref: false })]);
  } finally {
    unwatch();
    // The result is shown as the engine's state.
    ready.catch(passOver("loading a model"));
  }
}
