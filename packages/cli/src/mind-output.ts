import { exitCodes } from "./exit-codes.ts";
import type { Say } from "./i18n/say.ts";
import { printAside } from "./terminal/print.ts";

/** Handles a failed write to standard output. A closed pipe is ignored. Any other error prints one sentence and fails the command. */
export function mindOutput(say: Say): () => boolean {
  let failed = false;
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE" || failed) return;
    failed = true;
    printAside(say("output.unwritable", { detail: code ?? message }));
    process.exitCode = exitCodes.failed;
  });
  // There is no other place to report it.
  process.stderr.on("error", () => undefined);
  return () => failed;
}
