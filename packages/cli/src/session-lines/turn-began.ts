import type { EventOf, OpId } from "@kestrel/protocol";
import { laidBeside, type SessionState } from "@kestrel/session-state";
import { visibleName } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import type { Paint } from "../terminal/style.ts";
import { overBudgetLines } from "./tier-lines.ts";
import { messageLines } from "./transcript-lines.ts";

type Look = { typedHere(opId: OpId | undefined): boolean; say: Say; paint: Paint };

/** Lines for a turn's start: its message when it was not typed here, its added context; on the first turn, the tools left out. */
export function turnBegan(
  { opId, ...message }: EventOf<"turn.started">,
  state: SessionState,
  { typedHere, say, paint }: Look,
): string[] {
  return [
    ...(typedHere(opId) ? [] : [["", ...messageLines(message, say, paint)].join("\n")]),
    ...laidLine(state, { say, paint }),
    ...(state.turns === 1 ? overBudgetLines(state, say).map((line) => paint("dim", line)) : []),
  ];
}

/** The context added to the turn's first message. */
function laidLine(
  { timeline: { last } }: SessionState,
  { say, paint }: Pick<Look, "say" | "paint">,
): string[] {
  const notes = last?.kind === "user" ? last.notes : [];
  const names = laidBeside(notes);
  // Each with its reason, as in the model's text.
  const files = notes
    .filter(({ contextKind }) => contextKind === "files")
    .flatMap(({ text }) => text.split("\n").slice(1));
  return [
    ...(names.length > 0 ? [say("tier.laid", { names: names.join(", ") })] : []),
    ...(files.length > 0 ? [say("tier.files", { names: "" }).trimEnd(), ...files.map(visibleName)] : []),
  ].map((line) => paint("dim", line));
}
