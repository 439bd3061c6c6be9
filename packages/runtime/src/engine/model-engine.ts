import { setTimeout as sleep } from "node:timers/promises";
import type { CancelSignal, Endpoint, Engine } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { Usage } from "@kestrel/protocol";
import type { EngineStatus, ModelFacts, ModelOrigin, ModelTraits } from "@kestrel/protocol/api";
import { askServer } from "../servers/ask-server.ts";
import { within } from "../within.ts";

/** An engine, the source of its model (file, address or host), and model traits known in advance. */
export type EngineChoice = {
  engine: Engine;
  source: string | undefined;
  traits?: ModelTraits;
  /** The model itself: the one sessions use and a later start restores. */
  from?: ModelOrigin;
};

export type EngineUse = {
  /** Milliseconds without a request after which Kestrel's engine is unloaded; 0 for never. */
  idleMs: number;
  now: () => number;
  /** Facts that the server reports about its model. Requested once per engine start; nothing waits for it. */
  facts(): Promise<ModelFacts>;
  /** Called before a running engine is stopped. Must not reject. */
  beforeStop?(): Promise<void>;
};

/** Milliseconds for optional work before a stop. With the process's end it stays below the 8 s in which a daemon ends. */
const lastWishMs = 3_500;
/** Milliseconds for a process to end after it stopped answering. */
const endMs = 5000;

/**
 * The engine of one model, shared by all its users while the engine behind it may change. Its status adds three facts to the engine's: it
 * is in use (`busy`), when it is unloaded (`unloadsAt`), and its model.
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
  /** The engine start for which the model was requested. */
  #life: symbol | undefined;

  constructor(first: EngineChoice, use: EngineUse) {
    this.#use = use;
    this.#choice = first;
    this.#unfollow = first.engine.watch(() => this.#noteStatus());
  }

  /** The current choice; a new object when another model was chosen. */
  get choice(): EngineChoice {
    return this.#choice;
  }

  /** The model itself, by its server's name for it if known. */
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
    // A broken connection is detected before the process's end.
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

  /** Stops the current engine and replaces it with one that is not started yet. One change at a time. */
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

  /** Marks one request as running; call the returned function at its end in any case, with whether the engine was lost. */
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
    // The engine stopped meanwhile; the next one may have another model.
    if (this.#life !== life || model === undefined) return;
    this.#model = model;
    this.#tell();
  }

  #changeBy(step: number): void {
    this.#requests += step;
    this.#countIdle();
    this.#tell();
    // A request may have loaded the model: its server can now report on it.
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

/** Tokens below which a speed is unreliable. */
const enoughToTell = { read: 64, written: 8 };

/** Tokens a second, by the server's own counters. */
function speedOf({ prompt = 0, cached = 0, promptMs, generated = 0, generateMs }: Usage = {}) {
  const read = prompt - cached;
  return {
    ...(promptMs && read >= enoughToTell.read && { prompt: (read / promptMs) * 1000 }),
    ...(generateMs && generated >= enoughToTell.written && { generated: (generated / generateMs) * 1000 }),
  };
}

/** Resolves when the engine is no longer ready, or at the time limit, when it was only slow. */
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
