import type { ModelTraits, UnfinishedFact } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import { remindersFor, type TurnSoFar } from "../loop-detection/turn-so-far.ts";
import { goOn, type TurnVerdict } from "../loop-detection/turn-verdict.ts";
import type { TrainedTexts } from "../ports/trained-texts.ts";
import { contradictedClaim, failedEdit } from "./contradiction.ts";
import { lastCheck, verificationOf } from "./verification.ts";

/**
 * Whether the work of a turn that is about to end is done according to the log: changed code checked, the check passed, the plan finished.
 * Each reminder is given once per turn, then the model's answer is accepted: a second one costs a whole request for the same answer. Reads
 * no folder. If no check ever ran in a session, the model is asked for one once, and its "there is none" is accepted from then on.
 */
export function definitionOfDone(
  state: SessionState,
  turn: TurnSoFar,
  texts?: TrainedTexts,
  traits: Pick<ModelTraits, "guidance"> = {},
): TurnVerdict {
  const verification = verificationOf(turn.calls);
  if (verification.kind === "unverified" && mayAskForCheck(state, turn, traits)) {
    return { kind: "remind", cause: "unverified", text: (texts?.unverified ?? checkIt)(verification.paths) };
  }
  if (verification.kind === "failed" && remindersFor(turn, "failed_check") === 0) {
    const { command, exitCode } = verification;
    return { kind: "remind", cause: "failed_check", text: (texts?.failedCheck ?? mendIt)(command, exitCode) };
  }
  const missed = failedEdit(turn.calls);
  if (missed !== undefined && remindersFor(turn, "failed_edit") === 0) {
    return { kind: "remind", cause: "failed_edit", text: (texts?.failedEdit ?? makeIt)(missed) };
  }
  const claim = traits.guidance?.includes("claims") ? contradictedClaim(turn) : undefined;
  if (claim !== undefined && remindersFor(turn, "claim") === 0) {
    return { kind: "remind", cause: "claim", text: claimText(state, claim) };
  }
  const open = openItems(state);
  if (open.length > 0 && remindersFor(turn, "open_items") === 0) {
    return { kind: "remind", cause: "open_items", text: finishIt(open) };
  }
  return goOn;
}

function mayAskForCheck(
  state: SessionState,
  turn: TurnSoFar,
  { guidance }: Pick<ModelTraits, "guidance">,
): boolean {
  const canRun = state.prefix.tools.some(({ parameters }) => "command" in Object(parameters.properties));
  if (!canRun || state.mode === "plan" || remindersFor(turn, "unverified") > 0) return false;
  if (lastCheck(state) !== undefined) return true;
  // A weak model does not look for one: it says that it ran it (7 of 7 in our runs).
  return !guidance?.includes("advice") && !wasEverAsked(state);
}

function wasEverAsked({ timeline }: SessionState): boolean {
  for (const entry of timeline) if (entry.kind === "note" && entry.cause === "unverified") return true;
  return false;
}

function checkIt(paths: readonly string[]): string {
  const named = paths.slice(0, 4).join(", ") + (paths.length > 4 ? ` and ${paths.length - 4} more` : "");
  return `You changed ${named} and have not checked it since. Run the project's test, build or lint command now. If it has none, say so and stop.`;
}

function mendIt(command: string, exitCode: number): string {
  return `The last check (${command.slice(0, 120)}) ended with exit code ${exitCode}. Mend what it found, or say why it must stay so.`;
}

function makeIt(path: string): string {
  return `Your last edit of ${path} was refused: that file is as it was. Make the edit, or tell the user that it is not made.`;
}

/** UTF-16 units of the user's message that are repeated. */
const saidAgain = 200;

/** States the fact, the request and the next call. Says nothing about the form of the reply. */
function claimText({ timeline }: SessionState, claim: UnfinishedFact): string {
  if (claim === "no_test_ran")
    return "No test has run in this turn. Run it now: call shell with its command.";
  let asked = "";
  for (const entry of timeline.backwards()) {
    if (entry.kind !== "user") continue;
    asked = entry.text.slice(0, saidAgain);
    break;
  }
  return `No file has changed in this turn. The request was: "${asked}" Call edit or write.`;
}

function finishIt(open: readonly string[]): string {
  const named = open.slice(0, 5).map((item) => `- ${item.slice(0, 120)}`);
  return [
    "Your list has open items:",
    ...named,
    "Finish them, or update the list if they are done or dropped.",
  ].join("\n");
}

/** The open items of the newest plan in this session; empty without a plan. */
function openItems({ timeline }: SessionState): readonly string[] {
  for (const entry of timeline.backwards()) {
    if (entry.kind === "tool" && entry.openItems) return entry.openItems;
    if (entry.kind === "user") return [];
  }
  return [];
}
