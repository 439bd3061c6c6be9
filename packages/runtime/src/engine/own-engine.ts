import { resolve } from "node:path";
import { type CancelSignal, type Endpoint, type Engine, KestrelError } from "@kestrel/core";
import type { EngineStatus } from "@kestrel/protocol";
import { type EngineProcess, startEngineProcess } from "./engine-process.ts";
import type { EngineSurroundings, OwnEngineSpec } from "./engine-spec.ts";
import { describeEnd, isHopeless } from "./read-failure.ts";
import { decideRestart, restartRules } from "./restart-policy.ts";
import { createStatusBoard } from "./status-board.ts";
import { untilSettled } from "./until-settled.ts";

/** How many of its last lines an engine's status carries. */
const linesShown = 40;

/**
 * A llama-server that is started when it is first needed, started again when it crashes, and given up after repeated
 * crashes until somebody asks for it again.
 */
export function createOwnEngine(described: OwnEngineSpec, surroundings: EngineSurroundings): Engine {
  const spec = withAbsolutePaths(described);
  const board = createStatusBoard({ source: "self", label: spec.label });
  let life: { stopped: AbortController; over: Promise<void> } | undefined;
  let endpoint: Endpoint | undefined;

  const begin = () => {
    const stopped = new AbortController();
    const over = keepAlive(stopped.signal).finally(() => {
      life = undefined;
    });
    life = { stopped, over };
  };

  async function keepAlive(stopped: AbortSignal): Promise<void> {
    const deaths: number[] = [];
    const stop = aborted(stopped);
    while (!stopped.aborted) {
      board.show({ state: "starting", progress: 0 });
      const run = await runOnce(stop);
      endpoint = undefined;
      if (run.kind === "stopped") break;
      if (run.kind === "refused")
        return board.show({ ...run.shown, state: "failed", failure: failureOf(run.failure) });
      const now = performance.now();
      deaths.push(now);
      const rules = { ...restartRules, firstPauseMs: surroundings.firstPauseMs ?? restartRules.firstPauseMs };
      const decision = decideRestart(
        { deaths, now, ranMs: run.ranMs, hopeless: isHopeless(run.failure) },
        rules,
      );
      const shown = { ...run.shown, failure: failureOf(run.failure) };
      if (decision.kind === "give-up") return board.show({ ...shown, state: "failed" });
      board.show({ ...shown, state: "crashed" });
      await pause(decision.afterMs, stop);
    }
    board.show({ state: "stopped" });
  }

  /** From the start of one process to its end. */
  async function runOnce(stop: Promise<undefined>): Promise<Run> {
    let engine: EngineProcess | undefined;
    let shown: Partial<EngineStatus> = {};
    try {
      engine = await startEngineProcess(spec, surroundings, (progress) => {
        if (board.current().state === "starting") board.show({ ...shown, state: "starting", progress });
      });
      const { command, log, pid } = engine;
      shown = { command, pid };
      board.show({ ...shown, state: "starting", progress: board.current().progress ?? 0 });
      const answer = await Promise.race([engine.answers, stop]);
      if (answer) {
        endpoint = answer;
        shown = { ...shown, label: answer.label, memory: engine.memory() };
        board.show({ ...shown, state: "ready", lines: log.last(linesShown) });
        const death = await Promise.race([engine.ended, stop]);
        if (death) {
          await engine.stop();
          const failure = new KestrelError(
            "engine_died",
            "the engine ended while it was in use",
            describeEnd(death.end),
          );
          return {
            kind: "died",
            failure,
            ranMs: death.ranMs,
            shown: { command, lines: log.last(linesShown) },
          };
        }
      }
      board.show({ ...shown, state: "stopping" });
      await engine.stop();
      return { kind: "stopped" };
    } catch (error) {
      const failure = asKestrelError(error);
      const lines = engine?.log.last(linesShown);
      const died = await endedAlready(engine);
      await engine?.stop();
      const rest = { failure, shown: { command: shown.command, lines } };
      return died === undefined ? { kind: "refused", ...rest } : { kind: "died", ranMs: died, ...rest };
    }
  }

  return {
    status: board.current,
    watch: board.watch,
    async ready(cancel: CancelSignal) {
      if (!life) begin();
      await untilSettled(board, cancel);
      if (!endpoint)
        throw new KestrelError("engine_not_ready", "the engine went away again", { reason: "gone" });
      return endpoint;
    },
    async stop() {
      life?.stopped.abort();
      await life?.over;
      if (board.current().state !== "stopped") board.show({ state: "stopped" });
    },
  };
}

/** The engine works in the run folder; paths were meant from here. */
function withAbsolutePaths(spec: OwnEngineSpec): OwnEngineSpec {
  const enginePath = spec.enginePath.includes("/") ? resolve(spec.enginePath) : spec.enginePath;
  return { ...spec, enginePath, modelPath: resolve(spec.modelPath), runFolder: resolve(spec.runFolder) };
}

type Run =
  | { kind: "stopped" }
  | { kind: "refused"; failure: KestrelError; shown: Partial<EngineStatus> }
  | { kind: "died"; failure: KestrelError; ranMs: number; shown: Partial<EngineStatus> };

const failureOf = ({ code, params }: KestrelError) => ({ code, params });

function asKestrelError(error: unknown): KestrelError {
  if (error instanceof KestrelError) return error;
  return new KestrelError("engine_start_failed", String(error), { reason: "unknown" }, { cause: error });
}

/** How long it ran, in milliseconds, if it has ended by itself. */
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

async function pause(ms: number, stop: Promise<undefined>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([passed, stop]);
  clearTimeout(timer);
}
