import type { CompactionCause, EventOf, OpId, Prompt } from "@kestrel/protocol";
import type { ModelTraits } from "@kestrel/protocol/api";
import {
  contextLedger,
  type Entry,
  replyReserve,
  type SessionState,
  type ToolEntry,
  type UserEntry,
} from "@kestrel/session-state";
import { around, estimateTokens } from "@kestrel/text";
import { untilCancelled } from "../cancel/cancellation.ts";
import { compactionMark, worthABreak } from "../context/compaction/budgets.ts";
import type { Refused, SpokenSummary } from "../context/compaction/judge-summary.ts";
import {
  type CompactionPlan,
  carriedOut,
  planCompaction,
  promptAfter,
} from "../context/compaction/plan-compaction.ts";
import { type ReadBoundary, summaryPrompt, wordsIn } from "../context/compaction/summary-request.ts";
import { withinTokens } from "../context/compaction/within-tokens.ts";
import type { Notes } from "../context/compaction/write-summary.ts";
import { estimatePrompt } from "../context/estimate-tokens.ts";
import { planRoom } from "../context/plan-room.ts";
import { render } from "../context/render.ts";
import { copilotNotes } from "../crew/copilot-notes.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import { askHooks } from "../hooks/ask-hooks.ts";
import { textsOf } from "../model-traits/model-traits.ts";
import type { ReplyRequest } from "../ports/model-backend.ts";
import { type CollectorParts, type Reply, ReplyCollector } from "./collect-reply.ts";
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
  const { used: tokens, estimated } = contextLedger(journal.state);
  if (!estimated || tokens <= compactionMark(window) * doubtfulFrom) return tokens;
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
  return isRefusal && contextLedger(state).used >= leastOverflow;
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

/**
 * Replaces the history the model has read by a summary. In order: a copilot's notes when there is one, the model's own, an account
 * by rule. One that frees less than a fifth of the window is not applied, unless the user requested it.
 */
export async function compact(parts: CompactionParts, making: MakingRoom): Promise<RoomMade> {
  const { agent, journal, turnId, cancel } = parts;
  const { why, needed, matters, opId, ahead } = making;
  // A request that the server refused is over its real window, whatever it reports.
  const refused = why === "overflow" ? Math.min(needed, journal.state.window ?? needed) : undefined;
  const plan = planCompaction(journal.state, needed, refused);
  const asked = why === "asked";
  const window = refused ?? journal.state.window ?? 0;
  const wanted = asked ? 1 : Math.max(1, Math.floor(window * worthABreak));
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
    const event = carriedOut(journal.state, plan, notes, {
      ...{ needed, wanted, why, turnId, opId },
      texts: textsOf(agent, journal.state),
    });
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

/** What a compaction works with: a turn's parts, or as much of them as there is between turns. */
type CompactionParts = Pick<
  TurnParts,
  "agent" | "journal" | "images" | "cancel" | "turnId" | "reasoningStop" | "lanes"
>;

/** Why and how the conversation is compacted. */
type MakingRoom = {
  why: CompactionCause;
  /** Tokens of the next request without a compaction. */
  needed: number;
  step: number;
  /** Whether the model can write notes. */
  traits: Pick<ModelTraits, "compaction">;
  matters?: string;
  opId?: OpId;
  /** No turn waits: the server processes the new prompt before it replaces the old one. */
  ahead?: boolean;
};

/** The result. `freed`: tokens. `in_vain`: too few tokens would be freed, so nothing was changed. */
export type RoomMade =
  | { kind: "compacted"; freed: number }
  | { kind: "in_vain"; freed: number }
  /** Stopped, or it yielded to another session's reply. */
  | { kind: "cancelled" };

/** Lets the server process the new prompt while the old one is still in use. The next message then only waits for its own text. */
async function readAhead(
  { agent, journal, images, cancel }: Pick<CompactionParts, "agent" | "journal" | "images" | "cancel">,
  event: EventOf<"context.compacted">,
): Promise<void> {
  const { state } = journal;
  const { messages, tools } = promptAfter(state, event, await images.bytes(state));
  // A server renders the newest reply differently once a message follows it. So a short message follows here.
  const prompt = { messages: [...messages, { role: "user" as const, content: "." }], tools };
  await agent.backend
    .prefill?.(prompt, { session: state.sessionId }, cancel)
    .catch(passOver(agent.host, "prefill"));
}

/** Tokens. A summary cannot be completed in fewer. */
const leastRoom = 192;

/** Tokens kept free after the summary: a template adds more than the estimate counts. */
const slack = 64;

/** A summary is not a reply: it is not shown while it is written, and is logged once it is complete. */
const unheard: Pick<CollectorParts, "journal" | "live"> = {
  journal: { append: async () => {} },
  live: { begin() {}, text() {}, reasoning() {}, progress() {} },
};

/** The model's own notes when they are usable, otherwise why not. */
async function modelNotes(
  parts: CompactionParts,
  plan: CompactionPlan,
  making: MakingRoom,
): Promise<Notes | { refused: Refused } | "yielded"> {
  if (making.traits.compaction === "fold") return { refused: "not_asked" };
  const { state } = parts.journal;
  const spoken = await askForSummary(parts, plan, making);
  if (!spoken) return { refused: "no_room" };
  if (spoken.yielded) return "yielded";
  // Loaded on demand: it searches the notes for calls, as call parsing does.
  const { judgeSummary } = await import("../context/compaction/judge-summary.ts");
  const refused = judgeSummary(spoken, state, plan.boundary.from);
  return refused ? { refused } : { by: "model", text: spoken.text };
}

/**
 * Asks the model for notes as a continuation of its last prompt: the same prompt and tools, so that the server processes only the
 * request. Undefined when the window has no space for it.
 */
async function askForSummary(
  parts: CompactionParts,
  { boundary, budgets }: CompactionPlan,
  { step, matters, why, opId }: MakingRoom,
): Promise<SpokenSummary | undefined> {
  const { journal, agent, images, turnId } = parts;
  const { state } = journal;
  const wish = { words: wordsIn(budgets.notes), matters };
  const prompt = summaryPrompt(state, boundary, wish, await images.bytes(state));
  const room = roomFor(state, boundary, prompt);
  if (room < leastRoom) return undefined;
  const shortDigest = (value: unknown) => agent.host.digest(JSON.stringify(value)).slice(0, 16);
  await journal.append({
    type: "request.sent",
    purpose: "compaction",
    ...{ turnId, step, why, opId },
    messages: prompt.messages.length,
    added: prompt.messages.slice(-Math.max(1, boundary.calls)).map(shortDigest),
    tools: shortDigest(prompt.tools),
    expectedReuse: state.sent.expectedReuse,
  });
  const maxTokens = Math.min(budgets.notes, room);
  // Between turns it yields to any other reply.
  const yields = why === "idle" ? true : undefined;
  const request: ReplyRequest = {
    toolChoice: "none",
    sampling: state.sampling,
    maxTokens,
    reasoningTokens: 0,
    purpose: "compaction",
    session: state.sessionId,
    yields,
  };
  const collecting = { reasoningTokens: maxTokens, silent: true };
  const collector = new ReplyCollector({ ...parts, ...unheard }, step, collecting);
  for await (const chunk of agent.backend.reply(prompt, request, collector.cancel))
    await collector.take(chunk);
  const { text, finish, usage, calls, cut, failure } = await collector.finished();
  const ended = { type: "reply.completed" as const, purpose: "compaction" as const, turnId, step };
  await journal.append({ ...ended, finish, text, usage, failure, cut });
  const yielded = yields && failure?.code === "busy";
  return { text, finish, calls: calls.length, circling: cut === "repetition", yielded };
}

/** The window's remaining tokens after the request; the wanted number when the window is unknown. */
function roomFor({ window }: SessionState, { reply }: ReadBoundary, prompt: Prompt): number {
  if (window === undefined) return Number.MAX_SAFE_INTEGER;
  const { prompt: asked, generated = 0 } = reply.usage ?? {};
  if (asked === undefined) return window - Math.ceil(estimatePrompt(prompt) * 1.1) - slack;
  const request = prompt.messages.slice(asking(prompt));
  return window - asked - generated - estimatePrompt({ messages: request, tools: [] }) - slack;
}

/** The number of messages before the request for notes. */
function asking({ messages }: Prompt): number {
  return messages.findLastIndex(({ role }) => role === "assistant") + 1;
}
