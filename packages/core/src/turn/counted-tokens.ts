import { untilCancelled } from "../cancel/until-cancelled.ts";
import { compactionMark } from "../context/compaction/budgets.ts";
import { neededTokens } from "../context/context-ledger.ts";
import type { TurnParts } from "./turn-parts.ts";

/** From this share of the mark on, an estimate is not good enough: digits and Chinese cost more than it knows. */
const doubtfulFrom = 0.75;

/** What the next request needs; where an estimate comes near the mark from which room is made, counted by the server. */
export async function countedTokens(
  { journal, agent, images, cancel }: Pick<TurnParts, "journal" | "agent" | "images" | "cancel">,
  window: number,
): Promise<number> {
  const prompt = await images.prompt(journal.state);
  const { tokens, exact } = neededTokens(journal.state);
  if (exact || tokens <= compactionMark(window) * doubtfulFrom) return tokens;
  const counting = agent.backend.countTokens(prompt).catch(() => undefined);
  const counted = await untilCancelled(counting, cancel);
  if (counted === undefined) return tokens;
  await journal.append({ type: "context.measured", used: counted, window, source: "server" });
  return counted;
}
