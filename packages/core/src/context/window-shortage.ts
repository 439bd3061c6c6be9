import type { Prompt, ToolSpec } from "@kestrel/protocol";
import { unlessFault } from "../diagnostics/report-unexpected.ts";
import type { ModelBackend } from "../ports/model-backend.ts";
import { estimatePrompt } from "./estimate-tokens.ts";
import { systemPrompt } from "./system-prompt.ts";

/** The least tokens of a turn besides the fixed prompt. */
const leastTurn = 1_024;

/** In a smaller window a turn is cut short early: outputs, notes and a reply must fit. */
const leastWindow = 6_144;

/** No tokenizer makes more of a text than one token of a byte; an estimate takes four bytes for one. */
const mostPerEstimated = 4;

/** A window that cannot hold the fixed prompt and one turn. Tokens; `exact` when the model's own tokenizer counted. */
export type WindowShortage = { window: number; prompt: number; needed: number; exact: boolean };

/**
 * Compares the prompt of an empty session with the window; undefined when it fits. Asks the server only when an estimate is not conclusive.
 */
export async function windowShortage(
  backend: Pick<ModelBackend, "countTokens">,
  window: number,
  fixed: { system?: string; tools: readonly ToolSpec[] },
  missing: (error: unknown) => undefined = unlessFault,
): Promise<WindowShortage | undefined> {
  // Some templates want a word of the user's before they render anything.
  const messages: Prompt["messages"] = [
    { role: "system", content: fixed.system ?? systemPrompt },
    { role: "user", content: "." },
  ];
  const empty: Prompt = { messages, tools: [...fixed.tools] };
  const estimated = estimatePrompt(empty);
  if (window >= leastWindow && estimated * mostPerEstimated + leastTurn <= window) return undefined;
  const counted = await backend.countTokens(empty).catch(missing);
  const prompt = counted ?? estimated;
  const needed = Math.max(prompt + leastTurn, leastWindow);
  return needed <= window ? undefined : { window, prompt, needed, exact: counted !== undefined };
}
