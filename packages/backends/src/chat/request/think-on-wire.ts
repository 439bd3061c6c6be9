import type { Capabilities } from "@kestrel/protocol/api";
import type { Thinking } from "../../backend-settings.ts";

type Fields = Readonly<Record<string, unknown>>;
/** How thinking can be controlled, as the server reports; undefined when it does not. */
type Ways = Capabilities["thinking"];

/** The wish for thinking in the words of llama-server. A template without a switch is held to no thinking by the budget. */
export function thinkForLlama(thinking: Thinking | undefined, ways?: Ways): Fields {
  if (thinking === undefined) return {};
  if (typeof thinking === "object") return { reasoning_budget_tokens: thinking.budget };
  if (thinking === "off" && ways && !ways.includes("off")) return { reasoning_budget_tokens: 0 };
  if (thinking === "off" || thinking === "on") return switched(thinking);
  return { reasoning_effort: thinking };
}

/**
 * The same for vLLM, SGLang, mlx and others of OpenAI's kind: on and off are the template's switch (vLLM answers 400 to an
 * effort of `none`), levels are efforts.
 */
export function thinkForOpenai(thinking: Thinking | undefined): Fields {
  if (thinking === undefined || typeof thinking === "object") return {};
  return thinking === "off" || thinking === "on" ? switched(thinking) : { reasoning_effort: thinking };
}

/** LM Studio has efforts only, and each model allows some of them; others are not sent. */
export function thinkForLmStudio(thinking: Thinking | undefined, ways?: Ways): Fields {
  if (thinking === undefined || typeof thinking === "object") return {};
  if (thinking === "off") return ways?.includes("off") ? { reasoning_effort: "none" } : {};
  const effort = thinking === "on" ? "medium" : thinking;
  const known = ways === undefined || ways.length === 0 || ways.includes(effort) || thinking === "on";
  return known ? { reasoning_effort: effort } : {};
}

const switched = (thinking: "on" | "off"): Fields => ({
  chat_template_kwargs: { enable_thinking: thinking === "on" },
});
