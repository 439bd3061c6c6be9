import type { CompactionCause, EventOf, OpId, Prompt } from "@kestrel/protocol";
import type { ModelTraits } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import { worthABreak } from "../context/compaction/budgets.ts";
import type { Refused, SpokenSummary } from "../context/compaction/judge-summary.ts";
import {
  type CompactionPlan,
  carriedOut,
  planCompaction,
  promptAfter,
} from "../context/compaction/plan-compaction.ts";
import type { ReadBoundary } from "../context/compaction/read-boundary.ts";
import { summaryPrompt, wordsIn } from "../context/compaction/summary-request.ts";
import type { Notes } from "../context/compaction/write-summary.ts";
import { estimatePrompt } from "../context/estimate-tokens.ts";
import { copilotNotes } from "../crew/copilot-notes.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import { askHooks } from "../hooks/ask-hooks.ts";
import { textsOf } from "../model-traits/model-traits.ts";
import type { ReplyRequest } from "../ports/model-backend.ts";
import { type CollectorParts, ReplyCollector } from "./ask-model.ts";
import type { TurnParts } from "./turn-parts.ts";

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
export type CompactionParts = Pick<
  TurnParts,
  "agent" | "journal" | "images" | "cancel" | "turnId" | "reasoningStop" | "lanes"
>;

/** Why and how the conversation is compacted. */
export type MakingRoom = {
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
