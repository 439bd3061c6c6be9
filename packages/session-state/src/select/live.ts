import type {
  CallId,
  EventBody,
  Failure,
  Frame,
  LiveCrewJob,
  LiveSnapshot,
  Progress,
  TurnId,
} from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";

/** The reply in progress: shown, never stored. `text` and `reasoning` belong to one step of one turn. */
export type Live = {
  turnId?: TurnId;
  step: number;
  text: string;
  reasoning: string;
  /** Live output of running tools; `offset` is where `text` begins when its start was dropped. */
  outputs: Readonly<Record<CallId, { offset: number; text: string }>>;
  progress?: Progress;
  /** The turn ended, but that could not be logged. */
  halted?: Failure;
  /** Running jobs of the other models; they outlive steps and turns. */
  crew?: readonly LiveCrewJob[];
};

export const nothingLive: Live = { step: 0, text: "", reasoning: "", outputs: {} };

/** The current reply consists only of thinking so far: it can be told to answer. */
export function isThinking({ openTurn }: Pick<SessionState, "openTurn">, live: Live): boolean {
  const { turnId, reasoning, text, progress } = live;
  const ofThisTurn = openTurn !== undefined && openTurn.turnId === turnId && openTurn.step === live.step;
  return ofThisTurn && reasoning !== "" && text === "" && progress?.phase !== "tool";
}

/** `have` plus the missing part of `delta`. A gap changes nothing: the log will close it. */
export function joinedText(have: string, offset: number, delta: string): string {
  if (offset > have.length) return have;
  const known = have.length - offset;
  return known >= delta.length ? have : have + delta.slice(known);
}

/** Folds one frame of the open session into the live part. */
export function withLiveFrame(live: Live, frame: Frame): Live {
  switch (frame.type) {
    case "snapshot":
      return fromSnapshot(frame.live);
    case "text": {
      const at = inStep(live, frame.turnId, frame.step);
      return { ...at, text: joinedText(at.text, frame.offset, frame.delta) };
    }
    case "reasoning":
      return withThought(inStep(live, frame.turnId, frame.step), frame.offset, frame.delta, frame);
    case "tool-output": {
      const before = live.outputs[frame.callId] ?? { offset: frame.offset, text: "" };
      const text = joinedText(before.text, frame.offset - before.offset, frame.delta);
      return { ...live, outputs: { ...live.outputs, [frame.callId]: { ...before, text } } };
    }
    case "progress": {
      const at = inStep(live, frame.turnId, frame.step);
      return { ...at, progress: onward(at.progress, frame.progress) };
    }
    case "crew":
      return { ...live, crew: frame.jobs };
    case "turn-halted":
      return { ...silent(live), halted: frame.failure };
    case "engine":
    case "session-changed":
    case "session-removed":
      return live;
    default:
      frame satisfies never;
      return live;
  }
}

/** Applies a logged event: what is in the log need not be kept here. */
export function withLiveEvent(live: Live, body: EventBody): Live {
  switch (body.type) {
    case "reply.text": {
      const at = inStep(live, body.turnId, body.step);
      return { ...at, text: joinedText(at.text, body.offset, body.text) };
    }
    case "reply.reasoning":
      return withThought(inStep(live, body.turnId, body.step), body.offset, body.text, body);
    case "request.sent":
      return { ...silent(live), turnId: body.turnId, step: body.step };
    case "reply.completed":
      return { ...live, text: "", reasoning: "", progress: undefined };
    case "tool.finished": {
      const { [body.callId]: _, ...outputs } = live.outputs;
      return { ...live, outputs };
    }
    case "turn.started":
    case "turn.ended":
      return silent(live);
    default:
      return live;
  }
}

/** Text reclassified as thinking is removed once: the second report, by frame or by log, is recognized by its position. */
function withThought(
  live: Live,
  offset: number,
  delta: string,
  { insteadOfText }: { insteadOfText?: true },
): Live {
  const isNews = live.reasoning.length <= offset;
  const text = insteadOfText && isNews ? "" : live.text;
  return { ...live, text, reasoning: joinedText(live.reasoning, offset, delta) };
}

/** Progress never decreases: within a phase the larger count stays. */
function onward(before: Progress | undefined, after: Progress): Progress {
  if (before?.phase !== after.phase) return after;
  if (before.total !== after.total) return after;
  return (after.processed ?? 0) < (before.processed ?? 0) ? { ...after, processed: before.processed } : after;
}

function inStep(live: Live, turnId: TurnId, step: number): Live {
  if (live.turnId === turnId && live.step === step) return live;
  return { ...silent(live), turnId, step, outputs: live.turnId === turnId ? live.outputs : {} };
}

/** No reply is running. The jobs of the other models continue. */
function silent({ crew }: Live): Live {
  return crew ? { ...nothingLive, crew } : nothingLive;
}

function fromSnapshot(snapshot: LiveSnapshot): Live {
  return { ...snapshot };
}
