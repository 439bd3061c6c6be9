import type { EventOf } from "@kestrel/protocol";
import type { Entry, SessionState, ToolEntry, UserEntry } from "@kestrel/session-state";
import { around, estimateTokens } from "@kestrel/text";
import { untilCancelled } from "../cancel/cancellation.ts";
import { compactionMark } from "../context/compaction/budgets.ts";
import { withinTokens } from "../context/compaction/within-tokens.ts";
import { neededTokens, replyReserve } from "../context/context-ledger.ts";
import { estimatePrompt } from "../context/estimate-tokens.ts";
import { planRoom } from "../context/plan-room.ts";
import { render } from "../context/render.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import { compact, type RoomMade } from "./compact.ts";
import type { Reply } from "./reply.ts";
import type { StepParts } from "./step-parts.ts";
import type { TurnParts } from "./turn-parts.ts";

export type Arithmetic = NonNullable<EventOf<"turn.ended">["arithmetic"]>;

/**
 * Ensures that the next request fits the window with space for its reply; from a threshold on, or when the user asked, a summary replaces
 * the processed history. Returns the figures when even that is not enough.
 */
export async function makeRoom(parts: StepParts, step: number): Promise<Arithmetic | undefined> {
  const { journal, images, traits } = parts;
  const { window } = journal.state;
  const wish = parts.takeCompactionWish();
  const needed =
    window === undefined
      ? estimatePrompt(await images.prompt(journal.state))
      : await countedTokens(parts, window);
  const plan = planRoom(journal.state, needed, { asked: wish !== undefined, ...traits });
  let made: RoomMade = { kind: "in_vain", freed: 0 };
  switch (plan.kind) {
    case "fits":
      return undefined;
    case "compact":
      made = await compact(parts, { why: plan.why, needed, step, traits, ...wish });
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

/** From this share of the threshold on, an estimate is too inexact: it undercounts digits and Chinese. */
const doubtfulFrom = 0.75;

/** The tokens of the next request; counted by the server when an estimate is close to the threshold. */
export async function countedTokens(
  { journal, agent, images, cancel }: Pick<TurnParts, "journal" | "agent" | "images" | "cancel">,
  window: number,
): Promise<number> {
  const prompt = await images.prompt(journal.state);
  const { tokens, exact } = neededTokens(journal.state);
  if (exact || tokens <= compactionMark(window) * doubtfulFrom) return tokens;
  const counting = agent.backend.countTokens(prompt).catch(passOver(agent.host, "counting tokens"));
  const counted = await untilCancelled(counting, cancel);
  if (counted === undefined) return tokens;
  await journal.append({ type: "context.measured", used: counted, window, source: "server" });
  return counted;
}

/** Estimated tokens. A smaller prompt fits every window that a session can have. */
const leastOverflow = 2_048;

/** Words of servers for an excessive size. */
const sizeWords =
  /token|context|window|length|\blong\b|\blarge\b|\bsize\b|limit|exceed|maximum|capacity|memory/i;

/**
 * Whether a refusal may mean that the prompt is too long, although it has no known wording. A server fault counts only if its message
 * mentions sizes.
 */
export function mayBeOverflow(state: SessionState, { failure, text, reasoning, calls }: Reply): boolean {
  const { status, hint, detail = "" } = failure?.params ?? {};
  if (failure?.code !== "unknown" || hint !== undefined || typeof status !== "number") return false;
  if (text !== "" || reasoning !== "" || calls.length > 0) return false;
  const isRefusal = status >= 400 && (status < 500 || sizeWords.test(String(detail)));
  return isRefusal && neededTokens(state).tokens >= leastOverflow;
}

/** What is removed from the conversation when a turn ends because it does not fit, so that the next one does. */
export function endingTooLong(
  state: SessionState,
  needed: number,
  { numbers, guessed }: { numbers: boolean; guessed: boolean } = { numbers: true, guessed: false },
): Pick<EventOf<"turn.ended">, "shortened"> {
  const { window } = state;
  if (guessed && needed < surelyLong) return {};
  const room = window === undefined ? needed : window - replyReserve(window) - nextMessage;
  // A server that refuses without numbers has a smaller window than it reported.
  const shortened = shortenUnsent(state, needed, numbers ? room : Math.min(room, needed / 2));
  return shortened ? { shortened } : {};
}

/** Tokens kept free for the next message. */
const nextMessage = 256;
/** Tokens. When the server does not say that the prompt was too long, only a prompt of this size is shortened. */
const surelyLong = 4_096;

/** Compacts after the server refused a request, by the server's own numbers. Returns how the turn ends when that does not help. */
export async function makeRoomAfterRefusal(
  parts: StepParts,
  { failure, step }: Reply,
): Promise<Arithmetic | "refused" | undefined> {
  const { journal, images, traits } = parts;
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
  // With the server's number the next request reserves less for the reply, and fits.
  if (typeof told === "number" && needed + replyReserve(told) <= told) return undefined;
  const made = await compact(parts, { why: "overflow", needed, step: step + 1, traits });
  if (made.kind !== "in_vain") return undefined;
  const { window } = journal.state;
  // Without the server's numbers, its own message says more.
  if (window === undefined || typeof asked !== "number") return "refused";
  return { needed, reserve: replyReserve(window), window, folded: made.freed };
}

type NoteEntry = Extract<Entry, { kind: "note" }>;
type Shortened = NonNullable<EventOf<"turn.ended">["shortened"]>;

/** Tokens: less than this does not fill a window. */
const worthShortening = 256;
/** A tokenizer makes at most one token per byte; an estimate assumes four bytes per token. */
const mostPerEstimated = 4;
/** Tokens kept of a text, beginning and end. */
const kept = 160;

/**
 * The entries that were in no answered request, shortened, longest first, so that the next request has at most `limit` tokens. `needed`:
 * its tokens now. Undefined when none is long enough to help.
 */
function shortenUnsent(state: SessionState, needed: number, limit: number): Shortened | undefined {
  const estimate = Math.max(1, estimatePrompt(render(state)));
  const scale = Math.min(mostPerEstimated, Math.max(1, needed / estimate));
  const unsent = unsentEntries(state).map((entry) => ({
    entry,
    tokens: Math.round(scale * tokensOf(entry)),
  }));
  let left = needed;
  const shortened: Shortened = [];
  for (const { entry, tokens } of unsent.sort((one, other) => other.tokens - one.tokens)) {
    if (left <= limit || tokens < worthShortening) break;
    shortened.push(
      entry.kind === "tool" ? { seq: entry.seq } : { seq: entry.seq, text: inPlaceOf(entry.text) },
    );
    left -= tokens - kept;
  }
  return shortened.length > 0 ? shortened : undefined;
}

/** The entries after the newest answered reply. */
function unsentEntries({ timeline }: SessionState): (UserEntry | NoteEntry | ToolEntry)[] {
  const unsent: (UserEntry | NoteEntry | ToolEntry)[] = [];
  for (const entry of timeline.backwards()) {
    if (entry.kind === "reply" && entry.finish !== undefined && entry.finish !== "failed") break;
    if (entry.kind === "tool" && !entry.folded) unsent.push(entry);
    if ((entry.kind === "user" || entry.kind === "note") && entry.shortened === undefined) unsent.push(entry);
  }
  return unsent;
}

function tokensOf(entry: UserEntry | NoteEntry | ToolEntry): number {
  const text = entry.kind === "tool" ? (entry.content ?? "") : entry.text;
  const pictures = entry.kind === "note" ? 0 : (entry.images?.length ?? 0);
  return estimateTokens(text) + pictures * around.picture;
}

function inPlaceOf(text: string): string {
  return `${withinTokens(text, kept)}\n\n[Only the beginning and the end of this message are shown: it did not fit the context window.]`;
}
