import type { EngineStatus } from "@kestrel/protocol";

type Listener = (status: EngineStatus) => void;

/** The current status of an engine and who watches it. */
export type StatusBoard = {
  current(): EngineStatus;
  /** Replaces the status; what always holds (source, label) is added. */
  show(status: EngineStatus): void;
  watch(listener: Listener): () => void;
};

export function createStatusBoard(always: Partial<EngineStatus>): StatusBoard {
  let status: EngineStatus = { ...always, state: "stopped" };
  const listeners = new Set<Listener>();
  return {
    current: () => status,
    show(next) {
      status = { ...always, ...next };
      for (const listener of [...listeners]) listener(status);
    },
    watch(listener) {
      const own: Listener = (next) => listener(next);
      listeners.add(own);
      own(status);
      return () => {
        listeners.delete(own);
      };
    },
  };
}
