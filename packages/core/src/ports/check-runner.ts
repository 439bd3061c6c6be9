import type { CancelSignal } from "./cancel-signal.ts";

/** Runs the check of a loop's item: a shell command line, only ever inside the sandbox. It never throws. */
export interface CheckRunner {
  run(
    line: string,
    workspace: string,
    cancel: CancelSignal,
  ): Promise<{ code: number; tail: string } | "no_sandbox" | "cancelled">;
}
