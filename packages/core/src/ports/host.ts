import type { CancelSignal } from "./cancel-signal.ts";
import type { Diagnostics } from "./diagnostics.ts";

/** What core asks of the machine it runs on. Everything else arrives as data. */
export interface Host extends Diagnostics {
  /** Milliseconds, only ever growing; used for durations and for pacing the log, never stored. */
  now(): number;
  /** Hex SHA-256 of the UTF-8 bytes. */
  digest(text: string): string;
  /** Resolves after `ms`, or at once when `cancel` fires. Never rejects. */
  wait(ms: number, cancel: CancelSignal): Promise<void>;
}
