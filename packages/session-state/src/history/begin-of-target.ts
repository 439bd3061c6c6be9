import type { UndoTarget } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";
import { placeOfMessage } from "./rewind.ts";

/**
 * The seq from which changes are undone for a target that covers everything from a turn on. A turn without changes of its own begins with
 * its message, as long as that is part of the conversation.
 */
export function beginOf(state: SessionState, target: UndoTarget): number | undefined {
  if (!("to" in target)) return undefined;
  for (const { turnId, seq } of state.fileSets ?? []) if (turnId === target.to) return seq;
  const at = placeOfMessage(state, target.to);
  return at === undefined ? undefined : state.timeline.at(at)?.seq;
}
