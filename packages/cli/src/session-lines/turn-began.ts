import type { EventOf, OpId, SessionState } from "@kestrel/protocol";
import type { Say } from "../i18n/say.ts";
import type { Paint } from "../terminal/style.ts";
import { overBudgetLines } from "./tier-lines.ts";
import { personLines } from "./transcript-lines.ts";

type Look = { typedHere(opId: OpId | undefined): boolean; say: Say; paint: Paint };

/** What is said when a turn begins: its words, where they were not typed here, and with the first one what its session had no room for. */
export function turnBegan(
  { text, opId }: EventOf<"turn.started">,
  state: SessionState,
  { typedHere, say, paint }: Look,
): string[] {
  return [
    ...(typedHere(opId) ? [] : [["", ...personLines(text, paint)].join("\n")]),
    ...(state.turns === 1 ? overBudgetLines(state, say).map((line) => paint("dim", line)) : []),
  ];
}
