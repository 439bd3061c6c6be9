import type { CancelSignal, Engine } from "@kestrel/core";
import type { EngineStatus } from "@kestrel/protocol";
import { askServer } from "../servers/ask-server.ts";
import { createStatusBoard } from "./status-board.ts";

/** An engine that knows whether somebody uses it. */
export interface EngineInUse extends Engine {
  /** Marks one request under way; call what it returns when it is over, however it ends, and say if the engine was lost. */
  occupy(): (end: { lost: boolean }) => void;
}

export type IdleRules = {
  /** Without a request for so long, an engine of ours is unloaded; 0 for never. Milliseconds. */
  idleMs: number;
  now: () => number;
};

/** Shows `busy` while requests are under way, and lets go of a model that nobody uses, telling beforehand when. */
export function createEngineInUse(engine: Engine, { idleMs, now }: IdleRules): EngineInUse {
  const board = createStatusBoard({});
  let requests = 0;
  let lost = false;
  let timer: NodeJS.Timeout | undefined;
  let unloadsAt: string | undefined;
  let inner: EngineStatus = engine.status();

  const show = () => {
    const ready = inner.state === "ready";
    board.show({ ...inner, state: ready && requests > 0 ? "busy" : inner.state, unloadsAt });
  };
  const count = () => {
    clearTimeout(timer);
    timer = undefined;
    unloadsAt = undefined;
    const idle = requests === 0 && inner.state === "ready" && inner.source === "self";
    if (!idle || idleMs === 0) return;
    unloadsAt = new Date(now() + idleMs).toISOString();
    timer = setTimeout(() => void engine.stop(), idleMs);
    timer.unref();
  };
  engine.watch((status) => {
    const before = inner.state;
    inner = status;
    if (before !== status.state || timer === undefined) count();
    show();
  });
  const changeBy = (step: number) => {
    requests += step;
    count();
    show();
  };

  return {
    status: board.current,
    watch: board.watch,
    async ready(cancel) {
      const endpoint = await engine.ready(cancel);
      if (!lost) return endpoint;
      lost = false;
      if (inner.source !== "self" || (await askServer(`${endpoint.url}/health`))) return endpoint;
      // A broken connection is news before the end of the process is.
      await endNoticed(engine, cancel);
      return engine.ready(cancel);
    },
    async stop() {
      clearTimeout(timer);
      await engine.stop();
    },
    occupy() {
      changeBy(1);
      let over = false;
      return (end) => {
        if (over) return;
        over = true;
        lost ||= end.lost;
        changeBy(-1);
      };
    },
  };
}

/** So long a process may take to end after it stopped answering. */
const endMs = 5000;

/** Resolves when the engine is no longer taken for ready; or at the time limit, when it was only slow to answer. */
function endNoticed(engine: Engine, cancel: CancelSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, endMs);
    cancel.addEventListener("abort", () => resolve(), { once: true });
    const unwatch = engine.watch(({ state }) => {
      if (state === "ready") return;
      clearTimeout(timer);
      resolve();
      queueMicrotask(() => unwatch());
    });
  });
}
