import { readFile } from "node:fs/promises";
import type { EventLog } from "@kestrel/core";
import type { EventBody, SessionEvent } from "@kestrel/protocol";
import { onTestFinished } from "vitest";
import { JsonlEventLog } from "../../src/index.ts";

/** Opens a log that is closed when the test is over. */
export async function openLog(file: string, now?: () => Date): Promise<JsonlEventLog> {
  const log = await JsonlEventLog.open(file, now);
  onTestFinished(() => log.close());
  return log;
}

/** Words of a reply; need no fsync. */
export function said(text: string): EventBody {
  return { type: "reply.text", turnId: "t1", step: 1, offset: 0, text };
}

/** An event that must be on disk before it is acknowledged. */
export function titled(title: string): EventBody {
  return { type: "session.titled", title };
}

export async function everything(log: Pick<EventLog, "read">, after?: number): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of log.read(after)) events.push(event);
  return events;
}

export async function seqs(log: Pick<EventLog, "read">, after?: number): Promise<number[]> {
  return (await everything(log, after)).map((event) => event.seq);
}

/** Twenty events in which every second one holds what has torn other logs: line separators, NULs, long text. */
export const twenty: readonly EventBody[] = Array.from({ length: 20 }, (_, index) =>
  index % 2 === 0
    ? titled(`title ${index}`)
    : said(`wörds ${index} \u2028 \r \u0000 \n ${"x".repeat(index * 5)}`),
);

/** The offsets just after each line feed. */
export async function lineEnds(file: string): Promise<number[]> {
  const bytes = await readFile(file);
  const ends: number[] = [];
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) ends.push(at + 1);
  return ends;
}
