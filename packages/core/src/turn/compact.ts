import { worthABreak } from "../context/compaction/budgets.ts";
import { carriedOut, planCompaction } from "../context/compaction/plan-compaction.ts";
import { copilotNotes } from "../crew/copilot-notes.ts";
import { askHooks } from "../hooks/ask-hooks.ts";
import type { CompactionParts, MakingRoom, RoomMade } from "./making-room.ts";
import { modelNotes } from "./model-notes.ts";
import { readAhead } from "./read-ahead.ts";

/**
 * Puts a summary in the place of what the model has read. Attempts in their order: notes of a
 * copilot where there is one, the model's own, an account by rule; what
 * frees less than a fifth of the window then is left undone, unless a person wants it.
 */
export async function compact(parts: CompactionParts, making: MakingRoom): Promise<RoomMade> {
  const { agent, journal, turnId, cancel } = parts;
  const { why, needed, matters, opId, ahead } = making;
  const plan = planCompaction(journal.state, needed);
  const asked = why === "asked";
  const wanted = asked ? 1 : Math.max(1, Math.floor((journal.state.window ?? 0) * worthABreak));
  const foreseen = Math.max(0, (asked ? plan?.frees.most : plan?.frees.least) ?? 0);
  if (!plan || foreseen < wanted) return { kind: "in_vain", freed: foreseen };

  await askHooks(agent, journal.state, { stage: "compaction", why }, cancel);
  if (cancel.aborted) return { kind: "cancelled" };
  const copilot = await copilotNotes(parts, plan, { turnId, matters, unwaited: ahead });
  if (cancel.aborted && !copilot) return { kind: "cancelled" };
  const notes = copilot
    ? ({ by: "copilot", text: copilot.product } as const)
    : await modelNotes(parts, plan, making);
  let used = false;
  try {
    if (cancel.aborted || notes === "yielded") return { kind: "cancelled" };
    const event = carriedOut(journal.state, plan, notes, { needed, wanted, why, turnId, opId });
    const freed = Math.max(0, event.before - event.after);
    if (freed < wanted) return { kind: "in_vain", freed };
    if (ahead) await readAhead(parts, event);
    if (cancel.aborted) return { kind: "cancelled" };
    await journal.append(event);
    used = event.by === "copilot";
    return { kind: "compacted", freed };
  } finally {
    await copilot?.close(used);
  }
}
