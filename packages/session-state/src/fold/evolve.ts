import {
  type CallId,
  type CrewJob,
  callName,
  type EventBody,
  type EventOf,
  type SessionEvent,
  stricterMode,
} from "@kestrel/protocol";
import { withFileChange, withRestoredFiles, withTouchedFiles } from "../history/file-sets.ts";
import { rewind } from "../history/rewind.ts";
import { millisecondsOf } from "../milliseconds-of.ts";
import { isAnswered, placeOfCall } from "../open-calls.ts";
import { withGrant, withoutGrant } from "../permission/grants.ts";
import { Sequence } from "../sequence.ts";
import type { CallRun, CrewJobEntry, SessionState } from "../session-state.ts";
import { type Entry, isSaid, type ToolEntry } from "../timeline.ts";
import { titleFrom } from "../title-from.ts";
import { compact, measure, withCompacting, withoutCompacting, withShortened } from "./compact.ts";
import { askedAbout, withQuestion, withQuestionEnd, withReview } from "./fold-approval.ts";
import { foldEscalation } from "./fold-escalation.ts";
import { foldJob } from "./fold-jobs.ts";
import { completed, withMiss, withReply, withRequest } from "./fold-reply.ts";
import {
  asNote,
  waitingWords,
  withDelivered,
  withEditedWords,
  withQueuedNote,
  withWordsLeft,
} from "./pending-words.ts";

/** The only fold: core decides, the store indexes and the console draws with it. Amortised O(1) per event. */
export function evolve(state: SessionState, event: SessionEvent): SessionState {
  const applied = withBody(state, event.body, { at: event.at, seq: event.seq });
  // A different state was created for this event and is not shared yet. Another copy would cost a tenth of opening a session.
  const next = applied === state ? { ...state } : applied;
  next.lastSeq = event.seq;
  // Neither is activity in the session, so its place in the list does not change.
  if (event.body.type !== "session.marked" && event.body.type !== "session.imported")
    next.changedAt = event.at;
  return next;
}

type Stamp = { at: string; seq: number };

function withBody(state: SessionState, body: EventBody, stamp: Stamp): SessionState {
  switch (body.type) {
    case "session.opened": {
      const { sessionId, workspace, prefix, mode, continues, sampling } = body;
      const { forkedFrom, parent, loadout, origin, systemText } = body;
      const opened = {
        sessionId,
        workspace,
        prefix,
        mode,
        continues,
        sampling,
        ...(forkedFrom && { forkedFrom }),
        ...(parent && { parent }),
        ...(origin && { origin }),
        ...(loadout && { loadout }),
        ...(systemText !== undefined && { systemText }),
      };
      return { ...state, ...opened, openedAt: stamp.at };
    }
    case "session.titled":
      return { ...state, title: body.title };
    case "session.marked": {
      const { type: _, opId: __, ...marks } = body;
      return { ...state, marks: { ...state.marks, ...marks } };
    }
    case "mode.set":
      return { ...state, mode: body.mode };
    case "sampling.set":
      return { ...state, sampling: body.sampling };
    case "turn.started": {
      const { turnId, text, images, goesOn, answerSchema, pasted, origin, opId } = body;
      const notes = [...state.pendingNotes, ...(state.pendingWords ?? []).map(asNote)];
      const entry: Entry = {
        ...{ kind: "user", turnId, opId, ...stamp, text, images, notes },
        ...(goesOn && { goesOn }),
        ...(pasted && { pasted }),
        ...(origin && { origin }),
      };
      const title = state.title === "" ? titleFrom(text) : state.title;
      return {
        ...state,
        title,
        turns: state.turns + 1,
        pendingNotes: [],
        pendingWords: undefined,
        openTurn: { turnId, step: 0, ...(answerSchema && { answerSchema }) },
        timeline: state.timeline.append(entry),
      };
    }
    case "steering.queued": {
      if (!state.openTurn) return state;
      const steering = [...(state.openTurn.steering ?? []), waitingWords(body)];
      return { ...state, openTurn: { ...state.openTurn, steering } };
    }
    case "note.queued":
      return withQueuedNote(state, body);
    case "words.kept":
      return { ...state, pendingWords: [...(state.pendingWords ?? []), waitingWords(body)] };
    case "pending.edited":
      return withEditedWords(state, body);
    case "context.added": {
      const note = {
        contextKind: body.kind,
        text: body.text,
        cause: body.cause,
        sources: body.sources,
        ...(body.described && { described: body.described }),
        opId: body.opId,
      };
      if (body.kind === "instructions") state = { ...state, instructions: body.text };
      if (!state.openTurn) return { ...state, pendingNotes: [...state.pendingNotes, note] };
      const last = state.timeline.last;
      if (last?.kind === "user" && state.openTurn.step === 0) {
        const entry = { ...last, notes: [...last.notes, note] };
        return { ...state, timeline: state.timeline.replace(state.timeline.length - 1, entry) };
      }
      const timeline = state.timeline.append({ kind: "note", ...stamp, ...note });
      return withDelivered({ ...state, timeline }, body);
    }
    case "request.sent":
      return body.purpose ? withCompacting(state, body, stamp) : withRequest(state, body, stamp);
    case "reply.reasoning":
      return withReply(state, (reply) => ({
        ...reply,
        reasoning: reply.reasoning + body.text,
        text: body.insteadOfText ? "" : reply.text,
      }));
    case "reply.text":
      return withReply(state, (reply) => ({ ...reply, text: reply.text + body.text }));
    case "reply.completed":
      return body.purpose ? withoutCompacting(state) : completed(state, body);
    case "cache.missed":
      return withMiss(state, body);
    case "tool.requested":
      return requested(state, body, stamp);
    case "approval.requested":
      return withCall(state, body.callId, (call) => askedAbout(call, body, stamp.at));
    case "approval.resolved":
      return resolved(state, body, stamp);
    case "grant.revoked":
      return withoutGrant(state, body);
    case "question.asked":
      return withCall(state, body.callId, (call) => withQuestion(call, body, stamp.at));
    case "question.answered":
      return withCall(state, body.callId, (call) => withQuestionEnd(call, body, stamp.at));
    case "crew.job": {
      const noted = foldCrewJob(state, body, stamp.at);
      return body.callId ? withCall(noted, body.callId, (call) => withReview(call, body)) : noted;
    }
    case "escalation.offered":
    case "escalation.answered":
    case "escalation.ended":
      return foldEscalation(state, body);
    case "model.accepted":
      return { ...state, accepted: body.from };
    case "job.started":
    case "job.ended":
      return foldJob(state, body, stamp.at);
    case "tool.started":
      return withCall(state, body.callId, (call) => ({
        ...call,
        status: "running",
        ...(body.change && { intended: body.change }),
      }));
    case "tool.finished": {
      const { type: _, turnId: __, callId, outcome, ...result } = body;
      return withCall(state, callId, (call) => ({ ...call, ...result, status: outcome }));
    }
    case "file.changed": {
      const { type: _, turnId: __, callId, ...change } = body;
      const changed = withFileChange(state, body, stamp);
      return withCall(changed, callId, (call) => ({ ...call, changes: [...call.changes, change] }));
    }
    case "command.covered": {
      const { callId, files, missed, uncovered } = body;
      const covered = { files: files.map(({ path }) => path), missed, uncovered };
      return withCall(withTouchedFiles(state, body, stamp), callId, (call) => ({ ...call, covered }));
    }
    case "snapshots.set":
      return { ...state, snapshots: body.on };
    case "memory.set":
      return { ...state, memory: body.on };
    case "context.measured":
      return measure(state, body);
    case "context.counted":
      return withCounts(state, body);
    case "prompt.adapted":
      // Its messages change from here on; the server's answer shows how much of them is cached.
      return { ...state, adaptedAt: stamp.seq, sent: { messages: 0 } };
    case "context.compacted":
      return compact(state, body, stamp);
    case "files.restored":
      return withRestoredFiles(state, body, stamp);
    case "history.rewound":
      return rewind(state, body, stamp);
    case "turn.ended": {
      const { type: _, ...end } = body;
      const { openTurn: __, ...rest } = withWordsLeft(state, end.reason === "interrupted");
      const seen = end.shortened ? withShortened(rest, end.shortened) : rest;
      return { ...seen, timeline: seen.timeline.append({ kind: "end", ...stamp, ...end }) };
    }
    case "session.imported":
      return importedState(state);
    case "log.repaired":
      return state;
    default:
      body satisfies never;
      return state;
  }
}

function requested(state: SessionState, body: EventOf<"tool.requested">, stamp: Stamp): SessionState {
  const { openTurn, timeline } = state;
  if (!openTurn) return state;
  const { type: _, ...call } = body;
  const entry: ToolEntry = {
    kind: "tool",
    ...stamp,
    ...call,
    status: "requested",
    changes: [],
    folded: false,
  };
  const run = openTurn.calls;
  const goesOn = run !== undefined && run.at + run.length === timeline.length;
  const calls = goesOn
    ? { ...run, length: run.length + 1, open: run.open + 1 }
    : { first: callName.number(body.callId), at: timeline.length, length: 1, open: 1, waiting: 0 };
  return {
    ...state,
    calls: state.calls + 1,
    openTurn: { ...openTurn, calls },
    timeline: timeline.append(entry),
  };
}

/** The state with one call of the newest reply changed, and its run's counts updated. */
function withCall(state: SessionState, callId: CallId, change: (call: ToolEntry) => ToolEntry): SessionState {
  const { openTurn, timeline } = state;
  const place = placeOfCall(state, callId);
  const before = place === undefined ? undefined : timeline.at(place);
  if (place === undefined || before?.kind !== "tool" || !openTurn?.calls) return state;
  if (isAnswered(before.status)) return state;
  const after = change(before);
  const { open, waiting } = openTurn.calls;
  const calls: CallRun = {
    ...openTurn.calls,
    open: open + Number(!isAnswered(after.status)) - Number(!isAnswered(before.status)),
    waiting: waiting + Number(after.status === "waiting") - Number(before.status === "waiting"),
  };
  return { ...state, openTurn: { ...openTurn, calls }, timeline: timeline.replace(place, after) };
}

/** An answer, or a grant that was used without a question. */
function resolved(state: SessionState, body: EventOf<"approval.resolved">, { at }: Stamp): SessionState {
  const { callId, digest, decision, scope, reason, rules, origins, origin, risk, reasons = [] } = body;
  const answered = withCall(state, callId, (call) => {
    const asked = risk ? { digest, risk, reasons } : call.approval;
    if (!asked) return call;
    const askedAt = call.status === "waiting" ? call.approval?.askedAt : undefined;
    return {
      ...call,
      status: "requested",
      waitedMs: (call.waitedMs ?? 0) + (askedAt ? millisecondsOf(at) - millisecondsOf(askedAt) : 0),
      approval: {
        ...asked,
        decision,
        scope,
        reason,
        ...(rules && { allowedRules: rules }),
        ...(origins && { origins }),
        ...(origin && { origin }),
      },
    };
  });
  return withGrant(answered, body);
}

/** The same session without the grants of its origin: a file sets no policy here. It belongs to no channel either. */
function importedState(state: SessionState): SessionState {
  const { rules: _, accepted: __, escalation: ___, origin: ____, ...rest } = state;
  return { ...rest, grants: [], mode: stricterMode(state.mode, "ask") };
}

function foldCrewJob(state: SessionState, { type: _, ...job }: CrewJob, at: string): SessionState {
  const jobs = state.crewJobs ?? Sequence.empty<CrewJobEntry>();
  // A log may contain any duration: the displayed one stays a number that fits a line.
  const durationMs = Math.min(job.durationMs, Number.MAX_SAFE_INTEGER);
  return { ...state, crewJobs: jobs.append({ ...job, durationMs, at }) };
}

/** The state with the server's exact counts stored on their entries. */
function withCounts(
  state: SessionState,
  { model, fixed, entries }: EventOf<"context.counted">,
): SessionState {
  let { timeline } = state;
  for (const { seq, ...counted } of entries) {
    const at = placeOf(timeline, seq);
    const entry = at === undefined ? undefined : timeline.at(at);
    if (at === undefined || !entry || !isSaid(entry)) continue;
    timeline = timeline.replace(at, { ...entry, counted: { ...counted, model } });
  }
  return { ...state, timeline, fixedCount: fixed ? { ...fixed, model } : state.fixedCount };
}

/** The position of the entry that began with this event: entries are in the order of the log. */
function placeOf(timeline: Sequence<Entry>, seq: number): number | undefined {
  let [low, high] = [0, timeline.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = timeline.at(middle)?.seq ?? 0;
    if (found === seq) return middle;
    if (found < seq) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
