import type { EventOf } from "@kestrel/protocol";
import { untilCancelled } from "../cancel/until-cancelled.ts";
import { neededTokens, replyReserve } from "../context/context-ledger.ts";
import { foldStaleOutput } from "../context/fold-stale-output.ts";
import type { TurnParts } from "./turn-parts.ts";

export type Arithmetic = NonNullable<EventOf<"turn.ended">["arithmetic"]>;

/** From this share of the window on, an estimate is not good enough: the server is asked for the exact count. */
const countFrom = 0.85;

/** A second fold breaks the prefix again; it must free at least this share of the window. */
const worthASecondBreak = 0.2;

/**
 * Sees to it that the next request fits the window with room for its reply. Folds stale tool output once when it does not;
 * returns the arithmetic when even that is not enough. An unknown window always fits.
 */
export async function makeRoom(parts: TurnParts): Promise<Arithmetic | undefined> {
  const { window } = parts.journal.state;
  if (window === undefined) return undefined;
  const reserve = replyReserve(window);
  const needed = await countedTokens(parts, window);
  if (needed + reserve <= window) return undefined;
  const { folded, freed } = foldStaleOutput(parts.journal.state);
  const first = parts.journal.state.compactions === 0;
  if (freed > 0 && (first || freed >= window * worthASecondBreak)) {
    await parts.journal.append({
      type: "context.compacted",
      folded,
      before: needed,
      after: Math.max(0, needed - freed),
    });
    const now = await countedTokens(parts, window);
    if (now + reserve <= window) return undefined;
    return { needed: now, reserve, window, folded: freed };
  }
  return { needed, reserve, window, folded: 0 };
}

async function countedTokens({ journal, agent, images, cancel }: TurnParts, window: number): Promise<number> {
  const prompt = await images.prompt(journal.state);
  const { tokens, exact } = neededTokens(journal.state, () => prompt);
  if (exact || tokens + replyReserve(window) <= window * countFrom) return tokens;
  const counting = agent.backend.countTokens(prompt).catch(() => undefined);
  const counted = await untilCancelled(counting, cancel);
  if (counted === undefined) return tokens;
  await journal.append({ type: "context.measured", used: counted, window, source: "server" });
  return counted;
}
