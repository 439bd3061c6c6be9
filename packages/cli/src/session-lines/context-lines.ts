import { callName } from "@kestrel/protocol";
import {
  contextLedger,
  type LedgerBlock,
  ledgerKinds,
  replyReserve,
  type SessionState,
  windowNow,
} from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import { atWords } from "../terminal/at-words.ts";
import { cutToWidth } from "../terminal/cut-to-width.ts";
import { oneLine } from "../terminal/one-line.ts";
import { grouped } from "./phase-sentence.ts";
import { overBudgetLines, tierRows } from "./tier-lines.ts";

/** The largest tool results, listed individually. */
const named = 8;

/**
 * The contents of the context window, part by part. Estimates are marked `~`. `loaded`: the window of the current model, which is logged
 * only with the next request.
 */
export function contextLines(
  state: SessionState,
  say: Say,
  { columns, loaded }: { columns?: number; loaded?: number } = {},
): string[] {
  const { used, estimated, parts, blocks } = contextLedger(state);
  const window = windowNow(state, loaded);
  const reserve = window === undefined ? undefined : replyReserve(window);
  const whole = figure(used, estimated);
  const first =
    window === undefined || reserve === undefined
      ? say("context.open", { used: whole })
      : say("context.used", {
          used: whole,
          window: grouped(window),
          percent: Math.round((100 * used) / window),
          reserve: grouped(reserve),
        });
  const rows = ledgerKinds.flatMap((kind) => {
    const part = parts[kind];
    return part ? [[`  ${say(`ledger.${kind}`)}`, figure(part.tokens, part.estimated)]] : [];
  });
  const results = largestResults(blocks);
  const told = results.map((block) => [
    `  ${block.callId ? callName.label(block.callId) : ""}`,
    figure(block.tokens, block.estimated),
    oneLine(block.label),
  ]);
  const sentence = (line: string) => atWords(line, columns).split("\n");
  const table = (cells: readonly (readonly string[])[]) =>
    alignColumns(cells).map((line) => (columns === undefined ? line : cutToWidth(line, columns)));
  return [
    ...sentence(first),
    ...table([...rows, ...tierRows(state, say)]),
    ...overBudgetLines(state, say).flatMap((line) => sentence(`  ${line}`)),
    ...(told.length > 0 ? [...sentence(say("context.results")), ...table(told)] : []),
  ];
}

function largestResults(blocks: readonly LedgerBlock[]): LedgerBlock[] {
  const results = blocks.filter(({ kind }) => kind === "result");
  return results.sort((one, other) => other.tokens - one.tokens).slice(0, named);
}

function figure(tokens: number, estimated: boolean): string {
  return `${estimated ? "~" : ""}${grouped(tokens)}`;
}
