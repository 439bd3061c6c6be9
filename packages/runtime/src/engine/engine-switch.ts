import type { CancelSignal, Endpoint, Engine } from "@kestrel/core";
import { createStatusBoard } from "./status-board.ts";

/** An engine whose model can be changed while everybody keeps holding the same engine. */
export interface EngineSwitch extends Engine {
  /** Stops the engine in place and puts another there, which is not started yet. One change at a time. */
  replace(next: Engine): Promise<void>;
}

export function createEngineSwitch(first: Engine): EngineSwitch {
  const board = createStatusBoard({});
  let current = first;
  let unwatch = first.watch(board.show);
  let changed: Promise<void> = Promise.resolve();

  const change = async (next: Engine) => {
    await current.stop();
    unwatch();
    current = next;
    unwatch = next.watch(board.show);
  };
  return {
    status: board.current,
    watch: board.watch,
    async ready(cancel: CancelSignal): Promise<Endpoint> {
      await changed;
      return current.ready(cancel);
    },
    async stop() {
      await changed;
      await current.stop();
    },
    replace(next) {
      const replaced = changed.then(() => change(next));
      changed = replaced.catch(() => undefined);
      return replaced;
    },
  };
}
