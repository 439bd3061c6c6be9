import { passOver } from "@kestrel/diagnostics";
import type { EngineStatus, ModelProfile } from "@kestrel/protocol/api";
import type { ModelKnowledge } from "./model-knowledge.ts";

export type UnaskedParts = {
  engine: { watch(listener: (status: EngineStatus) => void): () => void };
  knowledge: Pick<ModelKnowledge, "meet">;
  /** Whether idle time may be used now. */
  allowed(): Promise<boolean>;
  /** Told of what was learned. */
  onLearned(profile: ModelProfile): void;
  /** The engine is idle after so long without a reply. Milliseconds. */
  quietMs?: number;
};

/** Longer than the pause after which a session's slot is saved: nothing is lost of its cache. */
const usualQuietMs = 8_000;
/** In one life of the engine. A try ends when a reply begins, or at the time limit of its question. */
const mostTries = 2;

/**
 * Asks a small model how it calls tools, without being told to, where that is not known yet and the engine is idle. Nothing is
 * started for it. A server of others is asked before its first reply only: it may hold one conversation in its cache.
 */
export function askUnasked({
  engine,
  knowledge,
  allowed,
  onLearned,
  quietMs = usualQuietMs,
}: UnaskedParts): void {
  let timer: NodeJS.Timeout | undefined;
  let tries = 0;
  let asking = false;
  const ask = async () => {
    if (!(await allowed())) return;
    tries += 1;
    asking = true;
    try {
      const profile = await knowledge.meet();
      if (profile) onLearned(profile);
    } finally {
      asking = false;
    }
  };
  engine.watch(({ state, source, elsewhere }) => {
    if (asking) return;
    clearTimeout(timer);
    if (state === "busy" && source !== "self") tries = mostTries;
    else if (state !== "busy" && state !== "ready") tries = 0;
    if (state !== "ready" || elsewhere !== undefined || tries >= mostTries) return;
    timer = setTimeout(() => void ask().catch(passOver("probing a model")), quietMs);
    timer.unref();
  });
}
