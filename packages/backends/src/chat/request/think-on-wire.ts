import type { Thinking } from "../../backend-settings.ts";

/** The wish for thinking in the words of llama-server. */
export function thinkForLlama(thinking: Thinking | undefined): Readonly<Record<string, unknown>> {
  if (thinking === undefined) return {};
  if (typeof thinking === "object") return { reasoning_budget_tokens: thinking.budget };
  if (thinking === "off" || thinking === "on")
    return { chat_template_kwargs: { enable_thinking: thinking === "on" } };
  return { reasoning_effort: thinking };
}

/** The same for other servers of OpenAI's kind, which know efforts only. */
export function thinkForOpenai(thinking: Thinking | undefined): Readonly<Record<string, unknown>> {
  if (thinking === undefined || thinking === "on" || typeof thinking === "object") return {};
  return { reasoning_effort: thinking === "off" ? "none" : thinking };
}
