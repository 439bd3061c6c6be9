import type { EventOf } from "@kestrel/protocol";
import { replyReserve } from "../context/context-ledger.ts";
import { estimatePrompt } from "../context/estimate-tokens.ts";
import { planRoom } from "../context/plan-room.ts";
import { compact } from "./compact.ts";
import { countedTokens } from "./counted-tokens.ts";
import type { RoomMade } from "./making-room.ts";
import type { StepParts } from "./step-parts.ts";

export type Arithmetic = NonNullable<EventOf<"turn.ended">["arithmetic"]>;

/**
 * Sees to it that the next request fits the window with room for its reply; from a mark on, or when a person asked, a summary
 * takes the place of what was read. Returns the arithmetic when even that is not enough.
 */
export async function makeRoom(parts: StepParts, step: number): Promise<Arithmetic | undefined> {
  const { journal, images, facts } = parts;
  const { window } = journal.state;
  const wish = parts.takeCompactionWish();
  const needed =
    window === undefined
      ? estimatePrompt(await images.prompt(journal.state))
      : await countedTokens(parts, window);
  const plan = planRoom(journal.state, needed, { asked: wish !== undefined, demo: facts?.demo });
  let made: RoomMade = { kind: "in_vain", freed: 0 };
  switch (plan.kind) {
    case "fits":
      return undefined;
    case "compact":
      made = await compact(parts, { why: plan.why, needed, step, demo: facts?.demo, ...wish });
      break;
    case "fold": {
      const { folded, freed } = plan;
      const after = Math.max(0, needed - freed);
      await journal.append({ type: "context.compacted", folded, before: needed, after, why: "window" });
      made = { kind: "compacted", freed };
      break;
    }
    default:
      plan satisfies never;
  }
  if (window === undefined || made.kind === "cancelled") return undefined;
  const now = made.kind === "compacted" ? await countedTokens(parts, window) : needed;
  const reserve = replyReserve(window);
  return now + reserve <= window ? undefined : { needed: now, reserve, window, folded: made.freed };
}
