import { setImmediate } from "node:timers/promises";
import type { EventLog, ExportItem, Redactor } from "@kestrel/core";
import type { SessionEvent } from "@kestrel/protocol";
import type { Exported, ExportWish } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import { replayPage } from "./replay-page.ts";

/** Lines a preview has. */
const mostShown = 200;

/** Pieces that are handed over together: so many at most, and no more once they have so many UTF-16 units. */
const together = { pieces: 200, units: 1 << 19 };

type Exporting = {
  log: Pick<EventLog, "read">;
  state: Pick<SessionState, "title" | "timeline">;
  redactor: Redactor;
};

/**
 * A stored session for others to read; the log stays what it is. Rejects with `timeout` where a piece takes too long to be looked
 * through: then nothing is given out.
 */
export async function exportLog({ log, state, redactor }: Exporting, wish: ExportWish): Promise<Exported> {
  const known = new Set<string>();
  for await (const entries of inBatches(state.timeline, unitsOf))
    for (const secret of await redactor.secretsIn(entries)) known.add(secret);
  const given = { redact: wish.redact, known: [...known].sort((one, other) => other.length - one.length) };
  const texts: string[] = [];
  const found: Exported["found"] = [];
  let places = 0;
  let line = 1;
  const items =
    wish.format === "jsonl" ? events(log) : entries(state, wish.format === "html" ? "html" : undefined);
  for await (const batch of inBatches(items, unitsOf)) {
    for (const piece of await redactor.exported(batch, given)) {
      texts.push(piece.text);
      places += piece.places;
      for (const one of piece.found.slice(0, mostShown - found.length))
        found.push({ ...one, line: line + one.line });
      line += piece.lines;
    }
  }
  const text = texts.join("");
  return { text: wish.format === "html" ? replayPage(text, wish.language) : text, found, places };
}

async function* events(log: Pick<EventLog, "read">): AsyncGenerator<ExportItem> {
  let last: SessionEvent | undefined;
  for await (const event of log.read()) {
    if (last) yield { kind: "event", event: last };
    last = event;
  }
  // An imported session without later events is exported as it was imported, byte for byte.
  if (last && last.body.type !== "session.imported") yield { kind: "event", event: last };
}

function* entries({ title, timeline }: Exporting["state"], as?: "html"): Generator<ExportItem> {
  yield { kind: "title", title, as };
  for (const entry of timeline) yield { kind: "entry", entry, as };
}

/** Others get their turn between two batches. */
async function* inBatches<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  size: (item: Item) => number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let units = 0;
  for await (const item of items) {
    batch.push(item);
    units += size(item);
    if (batch.length < together.pieces && units < together.units) continue;
    yield batch;
    [batch, units] = [[], 0];
    await setImmediate();
  }
  if (batch.length > 0) yield batch;
}

/** The UTF-16 units of the strings in a value. */
function unitsOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  let units = 0;
  for (const one of Object.values(value)) units += unitsOf(one);
  return units;
}
