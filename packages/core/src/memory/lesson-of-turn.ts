import type { TurnId } from "@kestrel/protocol";
import type { SessionState, ToolEntry } from "@kestrel/session-state";
import { checkRun } from "../completion/verification.ts";

/**
 * A lesson about the folder from a turn: a check failed, one command ran, and the same check passed. None when files changed in between or
 * more than one command ran: then the work fixed it.
 */
export function lessonOfTurn(
  { timeline }: Pick<SessionState, "timeline">,
  turnId: TurnId,
): string | undefined {
  const calls = [...timeline].filter(
    (entry) => entry.kind === "tool" && entry.turnId === turnId,
  ) as ToolEntry[];
  for (const [at, failed] of calls.entries()) {
    if (ended(failed) !== "failed") continue;
    const [cure, again] = calls
      .slice(at + 1)
      .filter(({ changes, subject }) => changes.length > 0 || subject?.commands);
    if (!cure || !again || cure.changes.length > 0 || cure.exitCode !== 0 || ended(cure) !== "none") continue;
    if (ended(again) === "passed" && commandOf(again) === commandOf(failed))
      return `In this folder \`${commandOf(failed)}\` failed, and passed after \`${commandOf(cure)}\`.`;
  }
  return undefined;
}

const commandOf = ({ subject }: ToolEntry) => subject?.commands?.join("; ");

function ended({ subject, exitCode, rejected }: ToolEntry) {
  return exitCode === undefined || rejected ? "none" : checkRun(subject?.simple, exitCode);
}
