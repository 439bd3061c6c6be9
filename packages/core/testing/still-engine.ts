import type { EngineStatus } from "@kestrel/protocol/api";
import type { Engine } from "../src/ports/engine.ts";

/** An engine that runs nothing: ready until it is stopped, and whatever else a test says. */
export interface StillEngine extends Engine {
  becomes(status: EngineStatus): void;
}

export function stillEngine(first: EngineStatus = { state: "ready", label: "scripted" }): StillEngine {
  let status = first;
  const watchers = new Set<(status: EngineStatus) => void>();
  const becomes = (next: EngineStatus) => {
    status = next;
    for (const watcher of [...watchers]) watcher(next);
  };
  return {
    status: () => status,
    async ready() {
      becomes({ ...status, state: "ready" });
      return { kind: "openai", url: "http://127.0.0.1:1/v1" };
    },
    async stop() {
      becomes({ ...status, state: "stopped" });
    },
    watch(listener) {
      watchers.add(listener);
      listener(status);
      return () => watchers.delete(listener);
    },
    becomes,
  };
}
