import type { CancelSignal } from "./cancel-signal.ts";
import type { Diagnostics } from "./diagnostics.ts";

/** What core needs of its machine. Everything else is passed as data. */
export interface Host extends Diagnostics {
  /** Milliseconds of a monotonic clock; for durations and for pacing the log, never stored. */
  now(): number;
  /** Hex SHA-256 of the UTF-8 bytes. */
  digest(text: string): string;
  /** Resolves after `ms`, or at once when `cancel` fires. Never rejects. */
  wait(ms: number, cancel: CancelSignal): Promise<void>;
}
