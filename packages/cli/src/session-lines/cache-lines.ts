import type { SessionState, TurnCost } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import { cutToWidth } from "../terminal/cut-to-width.ts";
import { oneLine } from "../terminal/one-line.ts";
import { type CacheReport, type CacheStep, type CacheSums, cacheReport } from "./cache-report.ts";
import { grouped } from "./phase-sentence.ts";

/** A session's prompt-cache use turn by turn, and what was re-processed and why. */
export function cacheLines(state: SessionState, say: Say, columns?: number): string[] {
  const report = cacheReport(state);
  if (report.sum.requests === 0) return [say("cache.untold")];
  const cut = (line: string) => (columns === undefined ? line : cutToWidth(line, columns));
  return [...report.turns.flatMap((turn, at) => turnLines(turn, at + 1, say)), "", sumLine(report, say)].map(
    cut,
  );
}

type Missed = NonNullable<TurnCost["missed"]>;

/** A cache miss, in one sentence. */
export function missSentence({ count, reason, message }: Missed, say: Say): string {
  const first = message && {
    index: message.index + 1,
    role: say(`cache.role.${message.role}`),
    words: message.words,
  };
  const because = reason && say(`cache.reason.${reason}`);
  return say("cache.missed", { count: grouped(count), because, ...first });
}

/** `reused 41,203 of 41,950 (98 %)`. */
export function reusedSentence({ prompt, cached }: Pick<CacheSums, "prompt" | "cached">, say: Say): string {
  const share = `${Math.floor((100 * cached) / Math.max(1, prompt))}%`;
  return say("cache.reused", { cached: grouped(cached), prompt: grouped(prompt), share });
}

function turnLines(turn: CacheReport["turns"][number], number: number, say: Say): string[] {
  const head = say("cache.turn", { number, reused: reusedSentence(turn, say), text: oneLine(turn.text) });
  const rows = turn.steps.map((step) => stepCells(step, say));
  const names = [
    say("cache.step"),
    say("cache.prompt"),
    say("cache.cached"),
    say("cache.expected"),
    say("cache.written"),
  ];
  const lines = alignColumns([names, ...rows]).map((line) => `  ${line}`);
  const missed = turn.steps.flatMap(({ step, missed: miss }) => {
    if (!miss) return [];
    const { expected, cached, reason, message } = miss;
    const count = expected - cached;
    const told = { count, message, ...(reason !== "unknown" && { reason }) };
    return [`  ${say("cache.stepMissed", { step, what: missSentence(told, say) })}`];
  });
  return ["", head, ...lines, ...missed];
}

function stepCells({ step, prompt, cached, expected, generated, missed }: CacheStep, say: Say): string[] {
  const about = missed?.reason === "compaction" || missed?.reason === "history_edited" ? "~" : "";
  const cell = (value: number | undefined, mark = "") =>
    value === undefined ? say("cache.notTold") : mark + grouped(value);
  return [String(step), cell(prompt), cell(cached), cell(expected, about), cell(generated)];
}

function sumLine({ sum }: CacheReport, say: Say): string {
  return say("cache.sum", {
    count: sum.requests,
    reused: reusedSentence(sum, say),
    wasted: grouped(sum.wasted),
  });
}
