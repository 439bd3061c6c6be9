import { setImmediate } from "node:timers/promises";
import { type EventLog, exportSession } from "@kestrel/core";
import type { Exported, ExportWish } from "@kestrel/protocol/api";

/** Lines a preview has. */
const mostShown = 200;

/** Pieces that are made before others get their turn. */
const atOnce = 25;

/** A stored session for others to read; the log stays what it is. */
export async function exportLog(log: Pick<EventLog, "read">, wish: ExportWish): Promise<Exported> {
  const events = [];
  for await (const event of log.read()) events.push(event);
  const texts: string[] = [];
  const found: Exported["found"] = [];
  let places = 0;
  for (const piece of exportSession(events, wish)) {
    texts.push(piece.text);
    places += piece.found.length;
    found.push(...piece.found.slice(0, mostShown - found.length));
    if (texts.length % atOnce === 0) await setImmediate();
  }
  return { text: texts.join(""), found, places };
}
