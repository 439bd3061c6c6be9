import type { Failure } from "@kestrel/protocol";
import type { ModelBackend } from "../ports/model-backend.ts";

/** Another model in place of the lead, for the same prompts. One that fails before its first word is told of, and the lead answers. */
export function insteadOfLead(
  other: ModelBackend,
  lead: ModelBackend,
  left: (failure: Failure) => Promise<unknown> = async () => undefined,
): ModelBackend {
  return {
    facts: () => other.facts().catch(() => lead.facts()),
    countTokens: (prompt) => other.countTokens(prompt).catch(() => undefined),
    countTexts: async (texts) => other.countTexts?.(texts).catch(() => undefined),
    renderPrompt: async (prompt) => other.renderPrompt?.(prompt).catch(() => undefined),
    release: (session) => {
      other.release?.(session);
      lead.release?.(session);
    },
    endReasoning: async () => (await other.endReasoning?.()) ?? false,
    async *reply(prompt, request, cancel) {
      let spoke = false;
      for await (const chunk of other.reply(prompt, request, cancel)) {
        if (chunk.kind === "failed" && !spoke && !cancel.aborted) {
          await left(chunk.failure);
          yield* lead.reply(prompt, request, cancel);
          return;
        }
        spoke ||= chunk.kind !== "progress";
        yield chunk;
      }
    },
  };
}
