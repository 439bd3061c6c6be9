import { exitCodes } from "./exit-codes.ts";
import type { Say } from "./i18n/say.ts";
import { printAside } from "./terminal/print.ts";

/** Output that fails is no crash: whoever stopped reading is told nothing; a disk that took nothing is one sentence and makes a failure of the command. */
export function mindOutput(say: Say): () => boolean {
  let failed = false;
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE" || failed) return;
    failed = true;
    printAside(say("output.unwritable", { detail: code ?? message }));
    process.exitCode = exitCodes.failed;
  });
  // Nobody is left to be told.
  process.stderr.on("error", () => undefined);
  return () => failed;
}
