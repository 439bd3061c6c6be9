import type { CancelSignal } from "./cancel-signal.ts";

/** Runs the check of a loop's item: a line for the shell, inside the sandbox and nowhere else. It never throws. */
export interface CheckRunner {
  run(
    line: string,
    workspace: string,
    cancel: CancelSignal,
  ): Promise<{ code: number; tail: string } | "no_sandbox" | "cancelled">;
}
