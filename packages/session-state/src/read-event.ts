import { EventBody, SessionEvent } from "@kestrel/protocol";
import { parseJson } from "@kestrel/text";
import { z } from "zod";

/** Used only for events that failed to parse. */
const isKnown = (type: string) => EventBody.options.some((option) => option.shape.type.value === type);

const Envelope = z.looseObject({
  v: z.int().positive().optional(),
  seq: z.int().positive(),
  body: z.looseObject({ type: z.string() }),
});

/** Crew jobs decide nothing: one with enum values that this version does not know is not damage. */
const isNewerJob = (type: string, { issues }: z.ZodError) =>
  type === "crew.job" && issues.every(({ code }) => code === "invalid_value");

/**
 * A parsed line: an event, one from a newer Kestrel (its `seq` still counts), or damage. `format`: that of a line in a later format, after
 * which this version may not write.
 */
export type ReadLine =
  | { kind: "event"; event: SessionEvent }
  | { kind: "newer"; seq: number; type: string; format?: number }
  | { kind: "damaged"; detail: string };

/** Reads one stored line. An event type or a `v` this version does not know is `newer`, never an error; a broken known one is `damaged`. */
export function readEvent(text: string): ReadLine {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    // expected: half a line, or a damaged one
    return { kind: "damaged", detail: "not JSON" };
  }
  const event = SessionEvent.safeParse(value);
  if (event.success) return { kind: "event", event: event.data };
  const envelope = Envelope.safeParse(value);
  if (!envelope.success) return { kind: "damaged", detail: "not an event" };
  const { v, seq, body } = envelope.data;
  const newer = (v !== undefined && v > 1) || !isKnown(body.type) || isNewerJob(body.type, event.error);
  if (newer) return { kind: "newer", seq, type: body.type, ...(v !== undefined && v > 1 && { format: v }) };
  return { kind: "damaged", detail: event.error.issues[0]?.message ?? "does not fit its type" };
}
