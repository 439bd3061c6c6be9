import { setTimeout as pause } from "node:timers/promises";
import type { Daemon } from "@kestrel/app/daemon";
import type { Say } from "../i18n/say.ts";
import { printAside } from "../terminal/print.ts";

/** A stream of ours that was just closed is gone for the daemon within so many milliseconds. */
const partingMs = 200;

/** Others that come back within so many milliseconds, such as a page that is loaded anew, were never away. */
const absenceMs = 3_000;

/**
 * The command that started the daemon is done. It ends with it, unless others follow it or a turn runs: then it says so and stays
 * until they have left, until `kestrel stop`, SIGINT or SIGTERM. A terminal that goes away changes nothing.
 */
export async function stayWhileUsed(daemon: Daemon, say: Say): Promise<void> {
  if (await stillUsed(daemon)) {
    const asked = new Promise<void>((resolve) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
      process.on("SIGHUP", () => undefined);
    });
    // A terminal that is gone takes no more lines.
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
    printAside(say("daemon.stays"));
    await Promise.race([daemon.unused(absenceMs), daemon.stopAsked, asked]);
  }
  await daemon.close();
}

async function stillUsed(daemon: Daemon): Promise<boolean> {
  for (const until = performance.now() + partingMs; performance.now() < until; await pause(10)) {
    if (!daemon.inUse()) return false;
  }
  return true;
}
