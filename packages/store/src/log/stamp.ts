import { KestrelError } from "@kestrel/core";
import { type EventBody, SessionEvent } from "@kestrel/protocol";
import { writeLine } from "./log-line.ts";
import { longestLine } from "./read-lines.ts";

/** Events with their sequence number and time, and the lines that store them. */
export type Stamped = { events: readonly SessionEvent[]; lines: readonly string[] };

/** Numbers, times and serializes the bodies of one append. Throws `internal` when one could not be read back: all of them or none. */
export function stamp(bodies: readonly EventBody[], lastSeq: number, at: string): Stamped {
  const events: SessionEvent[] = [];
  const lines: string[] = [];
  try {
    for (const body of bodies) {
      const event = SessionEvent.parse({ v: 1, seq: lastSeq + events.length + 1, at, body });
      const line = writeLine(event);
      if (line.length * 3 > longestLine && Buffer.byteLength(line) > longestLine)
        throw new Error("longer than a line may be");
      lines.push(line);
      events.push(event);
    }
  } catch (cause) {
    throw new KestrelError("internal", "an event does not fit its schema", {}, { cause });
  }
  return { events, lines };
}

/** Whether an append must reach the disk before it resolves. Only the text of a running reply may be lost in a crash. */
export function mustBeOnDisk({ body }: SessionEvent): boolean {
  return body.type !== "reply.text" && body.type !== "reply.reasoning";
}
