import type { ModelBackend } from "@kestrel/core";
import type { EngineInUse } from "./engine-in-use.ts";

/** The same backend; the engine is told while it replies. */
export function backendInUse(backend: ModelBackend, engine: EngineInUse): ModelBackend {
  return {
    ...backend,
    async *reply(prompt, request, cancel) {
      const leave = engine.occupy();
      try {
        yield* backend.reply(prompt, request, cancel);
      } finally {
        leave();
      }
    },
  };
}
