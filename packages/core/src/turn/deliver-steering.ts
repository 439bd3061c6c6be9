import type { EventBody } from "@kestrel/protocol";
import type { StepParts } from "./step-parts.ts";

/**
 * Puts what the user called and said meanwhile at the tail. True when there was something; what went in circles begins afresh
 * then. A prompt or a skill alone makes no step of its own: at the turn's end it is left for the next message. A demonstration
 * model knows one order at a time: each waits until the one before it is answered.
 */
export async function deliverSteering(
  { journal, trail, facts }: Pick<StepParts, "journal" | "trail" | "facts">,
  goesOn: boolean,
): Promise<boolean> {
  if (facts?.demo && goesOn) return false;
  let count = 0;
  await journal.appendFrom(({ openTurn }) => {
    const said = openTurn?.steering?.slice(0, facts?.demo ? 1 : undefined) ?? [];
    const called = goesOn || said.length > 0 ? (openTurn?.notes ?? []) : [];
    count = called.length + said.length;
    return [
      ...called.map(
        ({ contextKind, text, described, opId }): EventBody => ({
          type: "context.added",
          kind: contextKind,
          text,
          ...(described && { described: [...described] }),
          opId,
        }),
      ),
      ...said.map(({ id, text }): EventBody => ({ type: "context.added", kind: "steering", text, opId: id })),
    ];
  });
  if (count > 0) trail.beginAfresh();
  return count > 0;
}
