import { wireBounds } from "@kestrel/core";
import { jsonOrNothing } from "@kestrel/text";
import { z } from "zod";
import type { ChatChunk } from "../chat/stream/chat-chunk.ts";
import type { ChatEvent } from "../chat/stream/chat-event.ts";
import { readLines } from "../http/read-lines.ts";

const tolerant = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(undefined);
const words = tolerant(z.string());
const count = tolerant(z.int().nonnegative());

/** One line of `/api/chat`. Calls arrive whole, their arguments as an object; durations are nanoseconds. */
const OllamaLine = z.looseObject({
  error: z.unknown().optional(),
  message: tolerant(z.looseObject({ content: words, thinking: words, tool_calls: z.unknown().optional() })),
  done: tolerant(z.boolean()),
  done_reason: words,
  prompt_eval_count: count,
  prompt_eval_duration: count,
  eval_count: count,
  eval_duration: count,
});
type OllamaLine = z.infer<typeof OllamaLine>;

/** What a reported prompt count is worth: the whole prompt, a part of it, or a sign that its beginning was dropped. */
export type PromptJudge = (reported: number) => "whole" | "part" | "dropped";

/** The events of an Ollama stream: one JSON object a line, errors too, the last one `done`. */
export async function* readOllamaEvents(
  bytes: AsyncIterable<Uint8Array>,
  judge: PromptJudge,
): AsyncGenerator<ChatEvent> {
  for await (const text of readLines(bytes, wireBounds.line)) {
    const line = readLine(text);
    if (!line) {
      yield { kind: "unreadable", text };
      continue;
    }
    if (line.error) {
      yield { kind: "error", text };
      return;
    }
    const left = line.done_reason === "load" || line.done_reason === "unload";
    if (line.done && left) yield { kind: "error", text: "the model was unloaded" };
    if (line.done && judge(line.prompt_eval_count ?? 0) === "dropped")
      yield {
        kind: "error",
        text: "the prompt is longer than the context length; its beginning was dropped",
      };
    yield { kind: "chunk", chunk: chunkOf(line, judge) };
    if (line.done) {
      yield { kind: "end" };
      return;
    }
  }
}

function chunkOf(line: OllamaLine, judge: PromptJudge): ChatChunk {
  const { message, done, done_reason, prompt_eval_count: reported, eval_count } = line;
  const delta = {
    content: message?.content ?? undefined,
    thinking: message?.thinking,
    tool_calls: message?.tool_calls,
  };
  if (!done) return { choices: [{ delta }] };
  const prompt = reported && judge(reported) === "whole" ? reported : undefined;
  return {
    choices: [{ delta, finish_reason: done_reason || "stop" }],
    usage: { prompt_tokens: prompt, completion_tokens: eval_count },
    timings: {
      prompt_ms: inMilliseconds(line.prompt_eval_duration),
      predicted_ms: inMilliseconds(line.eval_duration),
    },
  };
}

function inMilliseconds(nanoseconds: number | null | undefined): number | undefined {
  return nanoseconds ? nanoseconds / 1e6 : undefined;
}

function readLine(text: string): OllamaLine | undefined {
  return OllamaLine.safeParse(jsonOrNothing(text)).data;
}
