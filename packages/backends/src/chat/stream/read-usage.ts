import type { Usage } from "@kestrel/protocol";
import type { CostReport } from "./chat-chunk.ts";

/** What a request cost, from the server's own counters. A count of 0 is a server that does not count. */
export function readUsage({ usage, timings }: CostReport): Usage | undefined {
  const processed = timings?.prompt_n ?? undefined;
  const cached = timings?.cache_n ?? usage?.prompt_tokens_details?.cached_tokens ?? undefined;
  const prompt = usage?.prompt_tokens || (processed === undefined ? 0 : processed + (cached ?? 0));
  const generated = usage?.completion_tokens || timings?.predicted_n;
  const found: Usage = {
    ...(prompt ? { prompt, ...(cached === undefined ? {} : { cached }) } : {}),
    ...(generated ? { generated } : {}),
    ...(timings?.prompt_ms ? { promptMs: timings.prompt_ms } : {}),
    ...(timings?.predicted_ms ? { generateMs: timings.predicted_ms } : {}),
  };
  return Object.keys(found).length > 0 ? found : undefined;
}
