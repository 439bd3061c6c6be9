import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type CancelSignal, type Endpoint, type Engine, KestrelError } from "@kestrel/core";
import { passOver, reportUnexpected } from "@kestrel/diagnostics";
import type { EngineStatus } from "@kestrel/protocol/api";
import type { SupervisedEnd } from "../command/supervise.ts";
import { type EngineProcess, startEngineProcess } from "./engine-process.ts";
import type { EngineSurroundings, OwnEngineSpec } from "./engine-spec.ts";
import { ObservableStatus } from "./observable-status.ts";
import { describeEnd, isHopeless } from "./read-failure.ts";
import { decideRestart, restartRules } from "./restart-policy.ts";
import { untilSettled } from "./until-settled.ts";

/** Last output lines in an engine's status. */
const linesShown = 40;

/** A llama-server that starts on demand, restarts after a crash, and after repeated crashes stays down until it is requested again. */
export function createOwnEngine(described: OwnEngineSpec, surroundings: EngineSurroundings): Engine {
  return new OwnEngine(withAbsolutePaths(described), surroundings);
}

class OwnEngine implements Engine {
  readonly #spec: OwnEngineSpec;
  readonly #surroundings: EngineSurroundings;
  readonly #observed: ObservableStatus;
  #life: { stopped: AbortController; over: Promise<void> } | undefined;
  #endpoint: Endpoint | undefined;

  constructor(spec: OwnEngineSpec, surroundings: EngineSurroundings) {
    this.#spec = spec;
    this.#surroundings = surroundings;
    this.#observed = new ObservableStatus({ source: "self", label: spec.label });
  }

  status(): EngineStatus {
    return this.#observed.current();
  }

  watch(listener: (status: EngineStatus) => void): () => void {
    return this.#observed.watch(listener);
  }

  async ready(cancel: CancelSignal): Promise<Endpoint> {
    if (!this.#life) this.#begin();
    await untilSettled(this.#observed, cancel);
    if (!this.#endpoint)
      throw new KestrelError("engine_not_ready", "the engine went away again", { reason: "gone" });
    return this.#endpoint;
  }

  async stop(): Promise<void> {
    this.#life?.stopped.abort();
    await this.#life?.over;
    if (this.status().state !== "stopped") this.#observed.show({ state: "stopped" });
  }

  #begin(): void {
    const stopped = new AbortController();
    const over = this.#keepAlive(stopped.signal).finally(() => {
      this.#life = undefined;
    });
    this.#life = { stopped, over };
  }

  async #keepAlive(stopped: AbortSignal): Promise<void> {
    const firstPauseMs = this.#surroundings.firstPauseMs ?? restartRules.firstPauseMs;
    const deaths: number[] = [];
    const stop = aborted(stopped);
    while (!stopped.aborted) {
      this.#observed.show({ state: "starting", progress: 0 });
      const run = await this.#runOnce(stop);
      this.#endpoint = undefined;
      if (run.kind === "stopped") break;
      if (run.kind === "refused")
        return this.#observed.show({ ...run.shown, state: "failed", failure: failureOf(run.failure) });
      const now = performance.now();
      deaths.push(now);
      const crash = { deaths, now, ranMs: run.ranMs, hopeless: isHopeless(run.failure) };
      const decision = decideRestart(crash, { ...restartRules, firstPauseMs });
      const shown = { ...run.shown, failure: failureOf(run.failure) };
      if (decision.kind === "give-up") return this.#observed.show({ ...shown, state: "failed" });
      this.#observed.show({ ...shown, state: "crashed" });
      await sleep(decision.afterMs, undefined, { signal: stopped }).catch(passOver("wait"));
    }
    this.#observed.show({ state: "stopped" });
  }

  /** From the start of one process to its end. */
  async #runOnce(stop: Promise<undefined>): Promise<Run> {
    const run = new ObservedRun(this.#observed);
    try {
      const engine = await startEngineProcess(this.#spec, this.#surroundings, (share) =>
        run.progressed(share),
      );
      run.began(engine);
      const answer = await Promise.race([engine.answers, stop]);
      if (answer) {
        this.#endpoint = answer;
        run.answers(answer);
        const death = await Promise.race([engine.ended, stop]);
        if (death) {
          await engine.stop();
          return { kind: "died", failure: diedInUse(death.end), ranMs: death.ranMs, shown: run.last() };
        }
      }
      run.stopping();
      await engine.stop();
      return { kind: "stopped" };
    } catch (error) {
      const shown = run.last();
      const ranMs = await endedAlready(run.engine);
      await run.engine?.stop();
      const failure = asKestrelError(error, this.#spec.runFolder);
      return ranMs === undefined
        ? { kind: "refused", failure, shown }
        : { kind: "died", failure, ranMs, shown };
    }
  }
}

/** The visible state of one process while it runs. */
class ObservedRun {
  readonly #observed: ObservableStatus;
  engine: EngineProcess | undefined;
  #label: string | undefined;

  constructor(observed: ObservableStatus) {
    this.#observed = observed;
  }

  progressed(progress: number): void {
    if (this.#observed.current().state === "starting") this.#show({ state: "starting", progress });
  }

  began(engine: EngineProcess): void {
    this.engine = engine;
    this.#show({ state: "starting", progress: this.#observed.current().progress ?? 0 });
  }

  answers({ label }: Endpoint): void {
    this.#label = label;
    this.#show({ state: "ready", memory: this.engine?.memory(), lines: this.engine?.log.last(linesShown) });
  }

  stopping(): void {
    this.#show({ state: "stopping", memory: this.#observed.current().memory });
  }

  /** The visible state after it ended. */
  last(): Partial<EngineStatus> {
    return { command: this.engine?.command, lines: this.engine?.log.last(linesShown) };
  }

  #show(status: EngineStatus): void {
    const { command, pid } = this.engine ?? {};
    this.#observed.show({
      command,
      pid,
      ...(this.#label === undefined ? {} : { label: this.#label }),
      ...status,
    });
  }
}

const diedInUse = (end: SupervisedEnd) =>
  new KestrelError("engine_died", "the engine ended while it was in use", describeEnd(end));

/** The engine runs in the run folder; relative paths refer to the current one. */
function withAbsolutePaths(spec: OwnEngineSpec): OwnEngineSpec {
  const enginePath = spec.enginePath.includes("/") ? resolve(spec.enginePath) : spec.enginePath;
  const slotFolder = spec.slotFolder === undefined ? undefined : resolve(spec.slotFolder);
  return {
    ...spec,
    slotFolder,
    enginePath,
    modelPath: resolve(spec.modelPath),
    runFolder: resolve(spec.runFolder),
  };
}

type Run =
  | { kind: "stopped" }
  | { kind: "refused"; failure: KestrelError; shown: Partial<EngineStatus> }
  | { kind: "died"; failure: KestrelError; ranMs: number; shown: Partial<EngineStatus> };

const failureOf = ({ code, params }: KestrelError) => ({ code, params });

function asKestrelError(error: unknown, folder: string): KestrelError {
  if (error instanceof KestrelError) return error;
  const { code: why = "" } = error as NodeJS.ErrnoException;
  if (["ENOSPC", "EDQUOT", "EROFS"].includes(why))
    return new KestrelError(
      "data_folder_unwritable",
      `cannot write in ${folder}: ${why}`,
      { path: folder, why },
      { cause: error },
    );
  reportUnexpected("running an engine", error);
  return new KestrelError("engine_start_failed", String(error), { reason: "unknown" }, { cause: error });
}

/** Its run time in milliseconds, if it has ended by itself. */
async function endedAlready(engine: EngineProcess | undefined): Promise<number | undefined> {
  const ended = await Promise.race([engine?.ended, undefined]);
  return ended?.ranMs;
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
