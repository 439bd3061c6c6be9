import { setTimeout as sleep } from "node:timers/promises";
import type { CancelSignal, Endpoint, Engine } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { Usage } from "@kestrel/protocol";
import type { EngineStatus, ModelFacts, ModelOrigin, ModelTraits } from "@kestrel/protocol/api";
import { askServer } from "../servers/ask-server.ts";
import { within } from "../within.ts";

/** An engine, the source of its model (file, address or host), and traits of the model known at the choice. */
export type EngineChoice = {
  engine: Engine;
  source: string | undefined;
  traits?: ModelTraits;
  /** The model itself: what a session is held with, and what a later start chooses again. */
  from?: ModelOrigin;
};

export type EngineUse = {
  /** Without a request for so long, an engine of ours is unloaded; 0 for never. Milliseconds. */
  idleMs: number;
  now: () => number;
  /** What the server tells of its model. Asked once in each life of the engine, and nothing waits for it. */
  facts(): Promise<ModelFacts>;
  /** Called before an engine that runs is stopped. Must not reject. */
  beforeStop?(): Promise<void>;
};

/** Limit for optional work before a stop. Together with the end of the process it stays below the 8 s in which a daemon ends. */
const lastWishMs = 3_500;
/** So long a process may take to end after it stopped answering. */
const endMs = 5000;

/**
 * The engine of one model: everybody holds this one, whichever engine it is at the time. Its status is that of the engine
 * itself and three facts more: it is in use (`busy`), when it is let go (`unloadsAt`), and its model.
 */
export class ModelEngine implements Engine {
  readonly #use: EngineUse;
  readonly #listeners = new Set<(status: EngineStatus) => void>();
  #choice: EngineChoice;
  #unfollow: () => void;
  #changed: Promise<void> = Promise.resolve();
  #requests = 0;
  #lost = false;
  #state: EngineStatus["state"] | undefined;
  #idle: { timer: NodeJS.Timeout; endsAt: string } | undefined;
  #model: ModelFacts | undefined;
  #speed: EngineStatus["speed"];
  /** The life of the engine whose model was asked for. */
  #life: symbol | undefined;

  constructor(first: EngineChoice, use: EngineUse) {
    this.#use = use;
    this.#choice = first;
    this.#unfollow = first.engine.watch(() => this.#noteStatus());
  }

  /** What answers now; another object where another model was chosen. */
  get choice(): EngineChoice {
    return this.#choice;
  }

  /** The model itself, by the name its server has for it where that is known by now. */
  get from(): ModelOrigin | undefined {
    const { from, engine } = this.#choice;
    if (!from || !("url" in from) || from.model !== undefined) return from;
    const { state, label } = engine.status();
    return label !== undefined && (state === "ready" || state === "busy") ? { ...from, model: label } : from;
  }

  get source(): string | undefined {
    return this.#choice.source;
  }

  get traits(): ModelTraits | undefined {
    return this.#choice.traits;
  }

  status(): EngineStatus {
    const own = this.#choice.engine.status();
    const inUse = own.state === "ready" && this.#requests > 0;
    return {
      ...own,
      state: inUse ? "busy" : own.state,
      unloadsAt: this.#idle?.endsAt,
      model: this.#model,
      speed: this.#speed,
    };
  }

  watch(listener: (status: EngineStatus) => void): () => void {
    const own = (status: EngineStatus) => listener(status);
    this.#listeners.add(own);
    own(this.status());
    return () => {
      this.#listeners.delete(own);
    };
  }

  async ready(cancel: CancelSignal): Promise<Endpoint> {
    await this.#changed;
    const { engine } = this.#choice;
    const endpoint = await engine.ready(cancel);
    if (!this.#lost) return endpoint;
    this.#lost = false;
    if (engine.status().source !== "self" || (await askServer(`${endpoint.url}/health`))) return endpoint;
    // A broken connection is news before the end of the process is.
    await endNoticed(engine, cancel);
    return engine.ready(cancel);
  }

  async stop(): Promise<void> {
    await this.#changed;
    await this.#end();
  }

  async check(): Promise<void> {
    await this.#choice.engine.check?.();
  }

  /** Stops the engine in place and puts another there, which is not started yet. One change at a time. */
  replace(next: EngineChoice): Promise<void> {
    const replaced = this.#changed.then(async () => {
      await this.#end();
      this.#unfollow();
      this.#choice = next;
      this.#unfollow = next.engine.watch(() => this.#noteStatus());
    });
    this.#changed = replaced.catch(() => undefined); // expected: the caller is told
    return replaced;
  }

  /** Marks one request under way; call what it returns when it is over, however it ends, and say if the engine was lost. */
  occupy(): (end: { lost: boolean; usage?: Usage }) => void {
    this.#changeBy(1);
    let over = false;
    return ({ lost, usage }) => {
      if (over) return;
      over = true;
      this.#speed = { ...this.#speed, ...speedOf(usage) };
      this.#lost ||= lost;
      this.#changeBy(-1);
      if (lost) void this.check();
    };
  }

  #noteStatus(): void {
    const { state } = this.#choice.engine.status();
    if (state !== this.#state || this.#idle === undefined) this.#countIdle();
    this.#state = state;
    if (state !== "ready" && state !== "busy") {
      this.#model = undefined;
      this.#speed = undefined;
      this.#life = undefined;
    } else if (this.#life === undefined) {
      this.#life = Symbol("life");
      void this.#learn(this.#life);
    }
    this.#tell();
  }

  async #learn(life: symbol): Promise<void> {
    const model = await this.#use.facts().catch(passOver("asking an engine"));
    // The engine went meanwhile; the next one may have another model.
    if (this.#life !== life || model === undefined) return;
    this.#model = model;
    this.#tell();
  }

  #changeBy(step: number): void {
    this.#requests += step;
    this.#countIdle();
    this.#tell();
    // A request may have loaded the model: now its server can tell of it.
    if (step < 0 && this.#life !== undefined && this.#model?.window === undefined)
      void this.#learn(this.#life);
  }

  #countIdle(): void {
    this.#forgetIdle();
    const { idleMs, now } = this.#use;
    const { state, source } = this.#choice.engine.status();
    if (idleMs === 0 || this.#requests > 0 || state !== "ready" || source !== "self") return;
    const timer = setTimeout(() => void this.#end(), idleMs);
    timer.unref();
    this.#idle = { timer, endsAt: new Date(now() + idleMs).toISOString() };
  }

  async #end(): Promise<void> {
    this.#forgetIdle();
    const { beforeStop } = this.#use;
    if (beforeStop && this.#choice.engine.status().state === "ready") await within(lastWishMs, beforeStop());
    await this.#choice.engine.stop();
  }

  #forgetIdle(): void {
    clearTimeout(this.#idle?.timer);
    this.#idle = undefined;
  }

  #tell(): void {
    const status = this.status();
    for (const listener of [...this.#listeners]) listener(status);
  }
}

/** Tokens below which a speed is chance. */
const enoughToTell = { read: 64, written: 8 };

/** Tokens a second, by the server's own counters. */
function speedOf({ prompt = 0, cached = 0, promptMs, generated = 0, generateMs }: Usage = {}) {
  const read = prompt - cached;
  return {
    ...(promptMs && read >= enoughToTell.read && { prompt: (read / promptMs) * 1000 }),
    ...(generateMs && generated >= enoughToTell.written && { generated: (generated / generateMs) * 1000 }),
  };
}

/** Resolves when the engine is no longer taken for ready; or at the time limit, when it was only slow to answer. */
async function endNoticed(engine: Engine, cancel: CancelSignal): Promise<void> {
  const noticed = new AbortController();
  const notice = () => noticed.abort();
  cancel.addEventListener("abort", notice);
  const unwatch = engine.watch(({ state }) => {
    if (state !== "ready") notice();
  });
  try {
    await sleep(endMs, undefined, { signal: noticed.signal }).catch(passOver("wait"));
  } finally {
    unwatch();
    cancel.removeEventListener("abort", notice);
  }
}
