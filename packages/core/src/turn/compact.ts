import { worthABreak } from "../context/compaction/budgets.ts";
import type { Refused } from "../context/compaction/judge-summary.ts";
import {
  type CompactionPlan,
  compactionEvent,
  planCompaction,
  promptAfter,
  summaryFor,
} from "../context/compaction/plan-compaction.ts";
import type { Notes } from "../context/compaction/write-summary.ts";
import { copilotNotes } from "../crew/copilot-notes.ts";
import { askHooks } from "../hooks/ask-hooks.ts";
import type { CompactionParts, MakingRoom, RoomMade } from "./making-room.ts";
import { modelNotes } from "./model-notes.ts";

/**
 * Puts a summary in the place of what the model has read. Attempts in their order: notes of a
 * copilot where there is one, the model's own, an account by rule; what
 * frees less than a fifth of the window then is left undone, unless a person wants it.
 */
export async function compact(parts: CompactionParts, making: MakingRoom): Promise<RoomMade> {
  const { journal, cancel } = parts;
  const { why, needed } = making;
  const plan = planCompaction(journal.state, needed);
  const asked = why === "asked";
  const wanted = asked ? 1 : Math.max(1, Math.floor((journal.state.window ?? 0) * worthABreak));
  const foreseen = Math.max(0, (asked ? plan?.frees.most : plan?.frees.least) ?? 0);
  if (!plan || foreseen < wanted) return { kind: "in_vain", freed: foreseen };

  await askHooks(parts.agent, journal.state, { stage: "compaction", why }, cancel);
  if (cancel.aborted) return { kind: "cancelled" };
  const { matters, ahead } = making;
  const copilot = await copilotNotes(parts, plan, { turnId: parts.turnId, matters, unwaited: ahead });
  if (cancel.aborted && !copilot) return { kind: "cancelled" };
  const notes = copilot
    ? ({ by: "copilot", text: copilot.product } as const)
    : await modelNotes(parts, plan, making);
  let stands = false;
  try {
    if (cancel.aborted || notes === "yielded") return { kind: "cancelled" };
    const made = await replace(parts, plan, making, { notes, wanted });
    stands = made.kind === "compacted" && made.by === "copilot";
    return made;
  } finally {
    await copilot?.close(stands);
  }
}

/** The summary takes the place of what it stands for, where it frees what is wanted. */
async function replace(
  parts: CompactionParts,
  plan: CompactionPlan,
  { needed, why, opId, ahead }: MakingRoom,
  { notes, wanted }: { notes: Notes | { refused: Refused }; wanted: number },
): Promise<RoomMade> {
  const { journal, cancel, turnId } = parts;
  const eventFor = (said: Notes | { refused: Refused }) =>
    compactionEvent(journal.state, plan, {
      needed,
      why,
      turnId,
      opId,
      ...summaryFor(journal.state, plan, said),
    });
  let event = eventFor(notes);
  if (event.before - event.after < wanted && "text" in notes) event = eventFor({ refused: "no_room" });
  const freed = Math.max(0, event.before - event.after);
  if (freed < wanted) return { kind: "in_vain", freed };
  if (ahead) await readAhead(parts, event);
  if (cancel.aborted) return { kind: "cancelled" };
  await journal.append(event);
  return { kind: "compacted", freed, by: event.by };
}

/** The new prompt is read while the old one still holds: whoever speaks next waits for their own words alone. */
async function readAhead(
  { agent, journal, images, cancel }: CompactionParts,
  event: Parameters<typeof promptAfter>[1],
): Promise<void> {
  const pictures = await images.bytes(journal.state);
  const { messages, tools } = promptAfter(journal.state, event, pictures);
  // A server renders the newest reply anew once somebody speaks behind it: so somebody does, in one word.
  const prompt = { messages: [...messages, { role: "user" as const, content: "." }], tools };
  await agent.backend.prefill?.(prompt, { session: journal.state.sessionId }, cancel).catch(() => undefined);
}
