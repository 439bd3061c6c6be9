import type { Prompt } from "@kestrel/protocol";
import { estimateTokens } from "@kestrel/text";
import type { PromptJudge } from "./read-ollama-events.ts";

/** An estimate is never this many times too high. */
const margin = 3;

/**
 * Older versions of Ollama report only the uncached part of a prompt, and those without `truncate` silently drop its beginning.
 * Both show as a count far too low for the text. A prompt that can never have fitted was truncated; any other was partly cached,
 * and its size is unknown.
 */
export function judgePromptCount(prompt: Prompt, window: number): PromptJudge {
  const estimate = estimateTokens(textOf(prompt));
  return (reported) => {
    if (reported === 0) return "part";
    if (reported >= estimate / margin) return "whole";
    return estimate / margin > window ? "dropped" : "part";
  };
}

function textOf({ messages, tools }: Prompt): string {
  const spoken = messages.map((message) => {
    if (message.role !== "assistant") return message.content;
    return message.content + (message.calls ?? []).map((call) => call.name + call.arguments).join("");
  });
  return spoken.join("") + tools.map(({ name, description }) => name + description).join("");
}
