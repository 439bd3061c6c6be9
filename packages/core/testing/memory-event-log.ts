import type { EventBody, SessionEvent } from "@kestrel/protocol";
import { KestrelError } from "../src/errors.ts";
import type { EventLog } from "../src/ports/event-log.ts";

/** A log without a disk, for tests. Everything it keeps has been through JSON, as on disk. */
export interface MemoryEventLog extends EventLog {
  /** What is stored, oldest first. */
  stored(): readonly SessionEvent[];
  /** The next `append` rejects with `log_unwritable` and stores nothing. */
  refuseNext(): void;
  /** From the append after `appends` more on nothing is stored: each rejects with `log_unwritable`, or never settles. */
  breakAfter(appends: number, how: "refuses" | "hangs"): void;
  /** There is room again. */
  mend(): void;
  /** The same events behind a new handle, as after a restart. */
  reopened(): MemoryEventLog;
}

/** A new memory log, empty or with a history. The n-th event is stamped n seconds into 2026. */
export function memoryEventLog(history: readonly SessionEvent[] = []): MemoryEventLog {
  return openOn([...history]);
}

/** A clock for tests that needs none: n seconds into 2026, day by day. */
function secondsInto2026(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = Math.floor(seconds / 86_400) % 28;
  const hour = Math.floor(seconds / 3600) % 24;
  const minute = Math.floor(seconds / 60) % 60;
  return `2026-01-${two(day + 1)}T${two(hour)}:${two(minute)}:${two(seconds % 60)}.000Z`;
}

function openOn(events: SessionEvent[]): MemoryEventLog {
  let closed = false;
  let refusing = false;
  let broken: { after: number; how: "refuses" | "hangs" } | undefined;
  return {
    async append(bodies) {
      if (closed) throw new KestrelError("log_unwritable", "the log is closed");
      if (broken && broken.after-- <= 0) {
        if (broken.how === "hangs") return new Promise(() => undefined);
        throw new KestrelError("log_unwritable", "the disk of this test is full");
      }
      if (refusing) {
        refusing = false;
        throw new KestrelError("log_unwritable", "the test asked for it");
      }
      const last = events.at(-1)?.seq ?? 0;
      const stamped = bodies.map((body, index): SessionEvent => {
        const seq = last + index + 1;
        const stored = JSON.parse(JSON.stringify(body)) as EventBody;
        return { v: 1, seq, at: secondsInto2026(seq), body: stored };
      });
      events.push(...stamped);
      return stamped;
    },
    async *read(after = 0) {
      const end = events.length;
      for (const event of events.slice(0, end)) if (event.seq > after) yield event;
    },
    async close() {
      closed = true;
    },
    stored: () => [...events],
    refuseNext() {
      refusing = true;
    },
    breakAfter(after, how) {
      broken = { after, how };
    },
    mend() {
      broken = undefined;
    },
    reopened: () => openOn(events),
  };
}
