import type { CacheMiss, TurnId } from "@kestrel/protocol";
import type { ReplyEntry, SessionState } from "@kestrel/session-state";

/** One request's use of the server's prompt cache. Tokens, by the server's counters; absent when it reports none. */
export type CacheStep = {
  step: number;
  at: string;
  model?: string;
  prompt?: number;
  cached?: number;
  generated?: number;
  /** Tokens that should be cached: the previous prompt and reply, minus one. */
  expected?: number;
  missed?: CacheMiss;
};

/** Sums over the requests whose server reported both the prompt and the reused tokens. */
export type CacheSums = {
  requests: number;
  /** Tokens of all prompts, and the reused ones among them. */
  prompt: number;
  cached: number;
  /** Tokens that should have been cached and were re-processed. */
  wasted: number;
};

type CacheTurn = CacheSums & { turnId: TurnId; text: string; steps: CacheStep[] };

/** A session's prompt-cache use, turn by turn. */
export type CacheReport = { turns: CacheTurn[]; sum: CacheSums };

export function cacheReport({ timeline }: SessionState): CacheReport {
  const turns: CacheTurn[] = [];
  for (const entry of timeline) {
    if (entry.kind === "user") turns.push({ ...nothing, turnId: entry.turnId, text: entry.text, steps: [] });
    if (entry.kind !== "reply") continue;
    const turn = turns.at(-1);
    if (turn?.turnId !== entry.turnId) continue;
    turn.steps.push(stepOf(entry));
    add(turn, reuseOf(entry));
  }
  const sum = { ...nothing };
  for (const turn of turns) add(sum, turn);
  return { turns, sum };
}

/** One reply's part of the sums: zeros when its server reported nothing. */
function reuseOf({ usage, missed }: ReplyEntry): CacheSums {
  const { prompt, cached } = usage ?? {};
  if (prompt === undefined || cached === undefined) return nothing;
  const wasted = missed ? Math.max(0, missed.expected - missed.cached) : 0;
  return { requests: 1, prompt, cached, wasted };
}

const nothing: CacheSums = { requests: 0, prompt: 0, cached: 0, wasted: 0 };

function stepOf({ step, at, model, usage, expectedReuse, missed }: ReplyEntry): CacheStep {
  const { prompt, cached, generated } = usage ?? {};
  return { step, at, model, prompt, cached, generated, expected: missed?.expected ?? expectedReuse, missed };
}

function add(sums: CacheSums, { requests, prompt, cached, wasted }: CacheSums): void {
  sums.requests += requests;
  sums.prompt += prompt;
  sums.cached += cached;
  sums.wasted += wasted;
}
