import type { ModelBackend } from "@kestrel/core";
import type { ErrorCode } from "@kestrel/protocol";
import type { ModelEngine } from "./model-engine.ts";

/** What a reply says when its engine went away. */
const losses: ReadonlySet<ErrorCode> = new Set(["engine_died", "unreachable", "connection_lost"]);

/** The same backend; the engine is told while it replies. */
export function backendInUse(backend: ModelBackend, engine: Pick<ModelEngine, "occupy">): ModelBackend {
  return {
    facts: () => backend.facts(),
    countTokens: (prompt) => backend.countTokens(prompt),
    endReasoning: async () => (await backend.endReasoning?.()) ?? false,
    async *reply(prompt, request, cancel) {
      const leave = engine.occupy();
      let lost = false;
      try {
        for await (const chunk of backend.reply(prompt, request, cancel)) {
          lost = chunk.kind === "failed" && losses.has(chunk.failure.code);
          if (lost) leave({ lost });
          yield chunk;
        }
      } finally {
        leave({ lost });
      }
    },
  };
}
