import type { CallId, CompactionCause, EventOf, OpId, Prompt, TurnId } from "@kestrel/protocol";
import { evolve, type SessionState } from "@kestrel/session-state";
import type { TrainedTexts } from "../../ports/trained-texts.ts";
import { estimatePrompt } from "../estimate-tokens.ts";
import { type PictureBytes, render } from "../render.ts";
import { type CompactionBudgets, compactionBudgets } from "./budgets.ts";
import type { Refused } from "./judge-summary.ts";
import { type ReadBoundary, readBoundary } from "./summary-request.ts";
import { withinTokens } from "./within-tokens.ts";
import { type Notes, summaryOfLog, summaryOfModel, summaryOfOrders } from "./write-summary.ts";

/** The entries that a compaction would replace, and those that stay. Computed before any request or write. */
export type CompactionPlan = {
  boundary: ReadBoundary;
  budgets: CompactionBudgets;
  /** Estimated tokens freed: the least, when every part uses its whole budget, and the most. */
  frees: { least: number; most: number };
  /** The first message as it is from then on. */
  task: string;
  folded: CallId[];
};

/** Assumed size of an unknown window: the budgets need one. Tokens. */
const unknownWindow = 16_384;

/** Undefined when there is nothing to compact. `needed`: tokens of the next request now; `window`: the window to plan for. */
export function planCompaction(
  state: SessionState,
  needed: number,
  window = state.window ?? unknownWindow,
): CompactionPlan | undefined {
  const boundary = readBoundary(state);
  if (!boundary || boundary.from === state.compacted?.from) return undefined;
  const budgets = compactionBudgets(window);
  const task = taskOf(state, budgets.task);
  const folded: CallId[] = [];
  for (let index = 0; index < boundary.from; index++) {
    const entry = state.timeline.at(index);
    if (entry?.kind === "tool" && !entry.folded) folded.push(entry.callId);
  }
  const plan: CompactionPlan = { boundary, budgets, frees: { least: 0, most: 0 }, task, folded };
  const { after } = compactionEvent(state, plan, { needed, summary: "" });
  const most = needed - after;
  return { ...plan, frees: { least: most - Math.max(budgets.notes + budgets.facts, budgets.account), most } };
}

/** Why and when a compaction was started. */
type CompactionReason = { why: CompactionCause; turnId: TurnId; opId?: OpId };

/** The event that applies a plan: with these notes, or with the log's own account if they free too little. */
export function carriedOut(
  state: SessionState,
  plan: CompactionPlan,
  notes: Notes | { refused: Refused },
  {
    needed,
    wanted,
    why,
    turnId,
    opId,
    texts,
  }: CompactionReason & { needed: number; wanted: number; texts?: TrainedTexts },
): EventOf<"context.compacted"> {
  const eventFor = (said: Notes | { refused: Refused }) =>
    compactionEvent(state, plan, { needed, why, turnId, opId, ...summaryFor(state, plan, said, texts) });
  const event = eventFor(notes);
  const tooLong = event.before - event.after < wanted && "text" in notes;
  return tooLong ? eventFor({ refused: "no_room" }) : event;
}

/** The event that replaces the history by a summary, with an estimate of the freed tokens. */
function compactionEvent(
  state: SessionState,
  { boundary, task, folded }: Omit<CompactionPlan, "frees">,
  {
    needed,
    ...said
  }: { needed: number; summary: string } & Partial<CompactionReason> &
    Pick<EventOf<"context.compacted">, "by" | "refused">,
): EventOf<"context.compacted"> {
  const keptFrom = boundary.reply.seq;
  const event = {
    type: "context.compacted" as const,
    folded,
    before: needed,
    after: 0,
    task,
    keptFrom,
    ...said,
  };
  return { ...event, after: tokensAfter(state, event, needed) };
}

/** The summary used: the model's when it is usable, else the log's. */
function summaryFor(
  state: SessionState,
  { boundary, budgets }: CompactionPlan,
  notes: Notes | { refused: Refused },
  texts: TrainedTexts | undefined,
): Pick<EventOf<"context.compacted">, "by" | "refused"> & { summary: string } {
  if ("text" in notes) return { by: notes.by, summary: summaryOfModel(notes, state, boundary.from, budgets) };
  // A folding model is the only one that gets no request.
  const summary =
    notes.refused === "not_asked"
      ? summaryOfOrders(state, boundary.from, budgets, texts)
      : summaryOfLog(state, boundary.from, budgets);
  return { by: "rules", refused: notes.refused, summary };
}

/** The prompt once the event is in the log. */
export function promptAfter(
  state: SessionState,
  event: EventOf<"context.compacted">,
  pictures?: PictureBytes,
): Prompt {
  return render(stateAfter(state, event), pictures);
}

/** An estimate, corrected by the current error of the same estimate. */
function tokensAfter(state: SessionState, event: EventOf<"context.compacted">, needed: number): number {
  const now = Math.max(1, estimatePrompt(render(state)));
  return Math.round((estimatePrompt(promptAfter(state, event)) * needed) / now);
}

function stateAfter(state: SessionState, body: EventOf<"context.compacted">): SessionState {
  return evolve(state, { v: 1, seq: state.lastSeq + 1, at: state.changedAt, body });
}

/** The first message, verbatim, so that it stays in the cache; a long one is shortened after the project's instructions. */
function taskOf(state: SessionState, most: number): string {
  if (state.compacted) return state.compacted.task;
  const { messages } = render(state);
  const first = messages.find(({ role }) => role === "user");
  const text = first?.content ?? "";
  const { instructions = "" } = state;
  if (!text.startsWith(instructions)) return withinTokens(text, most);
  return instructions + withinTokens(text.slice(instructions.length), most);
}
