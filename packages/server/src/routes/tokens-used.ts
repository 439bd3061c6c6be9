import { z } from "zod";

/** OpenAI's counts. */
const Usage = z.looseObject({
  prompt_tokens: z.int().nonnegative(),
  completion_tokens: z.int().nonnegative(),
});
/** The additional counts of llama-server. Its streams contain `usage` only on request. */
const Timings = z.looseObject({
  prompt_n: z.int().nonnegative(),
  cache_n: z.int().nonnegative().optional(),
  predicted_n: z.int().nonnegative(),
});
const Counting = z.looseObject({
  usage: Usage.nullish().catch(null),
  timings: Timings.nullish().catch(null),
});

/** The counts are at the end of an answer, in a line no longer than this. UTF-16 units. */
const longestEnd = 65_536;

/** Reads the cost of an answer, by the server's own counts, from its end. */
export class TokensUsed {
  #end = "";

  hear(text: string): void {
    this.#end = (this.#end + text).slice(-longestEnd);
  }

  /** One request, with its tokens when reported. */
  counted(): { requests: 1; prompt: number; generated: number } {
    for (const line of this.#end.split("\n").reverse()) {
      const counting = Counting.safeParse(json(line.replace(/^data: /, ""))).data;
      const { usage, timings } = counting ?? {};
      if (usage) return { requests: 1, prompt: usage.prompt_tokens, generated: usage.completion_tokens };
      if (timings)
        return {
          requests: 1,
          prompt: timings.prompt_n + (timings.cache_n ?? 0),
          generated: timings.predicted_n,
        };
    }
    return { requests: 1, prompt: 0, generated: 0 };
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // expected: most lines of a stream, and an end that was cut
    return undefined;
  }
}
