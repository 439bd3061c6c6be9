import type { EventOf } from "@kestrel/protocol";
import { untilCancelled } from "../cancel/until-cancelled.ts";
import { compactionMark } from "../context/compaction/budgets.ts";
import { neededTokens, replyReserve } from "../context/context-ledger.ts";
import { estimatePrompt } from "../context/estimate-tokens.ts";
import { foldStaleOutput } from "../context/fold-stale-output.ts";
import type { CompactionParts } from "./ask-for-summary.ts";
import { compact } from "./compact.ts";
import type { Reply } from "./reply.ts";
import type { StepParts } from "./step-parts.ts";
import type { TurnParts } from "./turn-parts.ts";

export type Arithmetic = NonNullable<EventOf<"turn.ended">["arithmetic"]>;

/** A second fold breaks the prefix again; it must free at least this share of the window. */
const worthASecondBreak = 0.2;

/**
 * Sees to it that the next request fits the window with room for its reply; from a mark on, or when a person asked, a summary
 * takes the place of what was read. Returns the arithmetic when even that is not enough. An unknown window always fits.
 */
export async function makeRoom(parts: StepParts, step: number): Promise<Arithmetic | undefined> {
  const { facts } = parts;
  const { window } = parts.journal.state;
  const wish = parts.takeCompactionWish();
  if (window === undefined) {
    const needed = estimatePrompt(await parts.images.prompt(parts.journal.state));
    if (wish) await compact(parts, { why: "asked", needed, step, ...wish });
    return undefined;
  }
  const reserve = replyReserve(window);
  const mark = compactionMark(window);
  const needed = await countedTokens(parts, window, mark);
  if (facts?.demo && !wish) return foldForDemo(parts, needed, { window, reserve });
  if (!wish && needed <= mark) return undefined;
  const making = { needed, step, demo: facts?.demo };
  const made = await compact(parts, { why: wish ? "asked" : "window", ...making, ...wish });
  if (made.kind === "cancelled") return undefined;
  const now = made.kind === "compacted" ? await countedTokens(parts, window, mark) : needed;
  return now + reserve <= window ? undefined : { needed: now, reserve, window, folded: made.freed };
}

/** The server refused what was asked: room is made by its own numbers. Returns how the turn ends where that does not help. */
export async function makeRoomAfterRefusal(
  parts: StepParts,
  { failure, step }: Reply,
): Promise<Arithmetic | "refused" | undefined> {
  const { journal, images, facts } = parts;
  const { n_prompt: asked, n_ctx: told } = failure?.params ?? {};
  const needed = typeof asked === "number" ? asked : estimatePrompt(await images.prompt(journal.state));
  if (typeof told === "number" && told > 0 && told !== journal.state.window) {
    await journal.append({
      type: "context.measured",
      used: needed,
      window: told,
      source: typeof asked === "number" ? "server" : "estimate",
      refused: true,
    });
  }
  const made = await compact(parts, { why: "overflow", needed, step: step + 1, demo: facts?.demo });
  if (made.kind !== "in_vain") return undefined;
  const { window } = journal.state;
  // Without the server's numbers there is no arithmetic, and its own words say more.
  if (window === undefined || typeof asked !== "number") return "refused";
  return { needed, reserve: replyReserve(window), window, folded: made.freed };
}

/** A demonstration model was trained on folded outputs, and on no summaries. */
async function foldForDemo(
  parts: TurnParts,
  needed: number,
  { window, reserve }: { window: number; reserve: number },
): Promise<Arithmetic | undefined> {
  if (needed + reserve <= window) return undefined;
  const { folded, freed } = foldStaleOutput(parts.journal.state);
  const first = parts.journal.state.compactions === 0;
  if (freed > 0 && (first || freed >= window * worthASecondBreak)) {
    const after = Math.max(0, needed - freed);
    await parts.journal.append({ type: "context.compacted", folded, before: needed, after, why: "window" });
    const now = await countedTokens(parts, window, compactionMark(window));
    return now + reserve <= window ? undefined : { needed: now, reserve, window, folded: freed };
  }
  return { needed, reserve, window, folded: 0 };
}

/** What the next request needs; where an estimate comes near the mark, counted by the server. */
export async function countedTokens(
  { journal, agent, images, cancel }: CompactionParts,
  window: number,
  mark: number,
): Promise<number> {
  const prompt = await images.prompt(journal.state);
  const { tokens, exact } = neededTokens(journal.state);
  if (exact || tokens <= mark * doubtfulFrom) return tokens;
  const counting = agent.backend.countTokens(prompt).catch(() => undefined);
  const counted = await untilCancelled(counting, cancel);
  if (counted === undefined) return tokens;
  await journal.append({ type: "context.measured", used: counted, window, source: "server" });
  return counted;
}

/** From this share of the mark on, an estimate is not good enough: digits and Chinese cost more than it knows. */
const doubtfulFrom = 0.75;
