import type { LoopEvent, LoopId } from "@kestrel/protocol/loop";

/** An event of a loop, and when it happened. */
export type StampedLoopEvent = { at: string; body: LoopEvent };

/** One loop's log: when `append` resolves, the event is on disk. */
export interface LoopLog {
  append(body: LoopEvent): Promise<StampedLoopEvent>;
  close(): Promise<void>;
}

/** The logs of loops. A line that a crash cut is dropped when its log is opened. */
export interface LoopArchive {
  create(id: LoopId): Promise<LoopLog>;
  open(id: LoopId): Promise<{ log: LoopLog; events: readonly StampedLoopEvent[] }>;
  list(): Promise<LoopId[]>;
}
