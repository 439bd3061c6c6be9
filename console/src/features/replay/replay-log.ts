import type { SessionEvent, TurnId } from "@kestrel/protocol";
import { emptySession, evolve, type SessionState } from "@kestrel/session-state";

/** A state is kept every so many events, so that a jump folds at most this many. */
const checkpointEvery = 100;

export type MarkKind = "message" | "change" | "approval" | "error" | "compaction";
export type Mark = { kind: MarkKind; at: number };

/** A recorded session that can be viewed at any of its events. `at` counts events: 0 is before the first. */
export class ReplayLog {
  readonly events: readonly SessionEvent[];
  readonly marks: readonly Mark[];
  readonly #kept: SessionState[] = [emptySession];

  constructor(events: readonly SessionEvent[]) {
    this.events = events;
    this.marks = marksOf(events);
  }

  /** The state after the first `at` events. */
  stateAt(at: number): SessionState {
    const end = Math.max(0, Math.min(at, this.events.length));
    let kept = Math.min(Math.floor(end / checkpointEvery), this.#kept.length - 1);
    let state = this.#kept[kept] ?? emptySession;
    for (let index = kept * checkpointEvery; index < end; index++) {
      const event = this.events[index];
      if (event) state = evolve(state, event);
      if ((index + 1) % checkpointEvery === 0) {
        kept++;
        this.#kept[kept] ??= state;
      }
    }
    return state;
  }

  /** The message after the first `at` events; undefined when there is none. */
  messageAfter(at: number): TurnId | undefined {
    const next = this.events.slice(at).find(({ body }) => body.type === "turn.started");
    return next?.body.type === "turn.started" ? next.body.turnId : undefined;
  }

  /** The playback's pause before the event after `at`, in milliseconds: the original one, but at most `longest`. */
  pauseAfter(at: number, speed: number, longest: number): number {
    const before = this.events[at - 1];
    const next = this.events[at];
    if (!before || !next) return 0;
    const gap = Math.max(0, Date.parse(next.at) - Date.parse(before.at));
    return Math.min(gap, longest) / speed;
  }

  /** The mark before or after `at`. */
  markBeside(at: number, direction: -1 | 1): number | undefined {
    const others = this.marks.filter((mark) => (mark.at - at) * direction > 0);
    return (direction === 1 ? others[0] : others.at(-1))?.at;
  }
}

function marksOf(events: readonly SessionEvent[]): Mark[] {
  return events.flatMap(({ body }, index) => {
    const kind = kindOf(body);
    return kind ? [{ kind, at: index + 1 }] : [];
  });
}

function kindOf(body: SessionEvent["body"]): MarkKind | undefined {
  switch (body.type) {
    case "turn.started":
      return "message";
    case "file.changed":
      return "change";
    case "approval.requested":
      return "approval";
    case "context.compacted":
      return "compaction";
    case "turn.ended":
      return body.reason === "failed" || body.reason === "context_full" ? "error" : undefined;
    default:
      return undefined;
  }
}
