import { passOver } from "@kestrel/diagnostics";
import type { EngineStatus, ModelProfile } from "@kestrel/protocol/api";
import type { ModelKnowledge } from "./model-knowledge.ts";

export type UnaskedParts = {
  engine: { watch(listener: (status: EngineStatus) => void): () => void };
  knowledge: Pick<ModelKnowledge, "meet">;
  /** Whether idle time may be used. */
  allowed(): Promise<boolean>;
  /** Called with what was learned. */
  onLearned(profile: ModelProfile): void;
  /** Milliseconds without a reply after which the engine is idle. */
  quietMs?: number;
};

/** Longer than the pause after which a session's slot is saved: its cache is not lost. */
const usualQuietMs = 8_000;
/** Tries per engine start. One ends when a reply begins, or at its question's time limit. */
const mostTries = 2;

/**
 * Tests in idle time how a small model calls tools, if that is not known yet. Starts no engine. A server that Kestrel did not start is
 * tested before its first reply only: it may cache a conversation.
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
