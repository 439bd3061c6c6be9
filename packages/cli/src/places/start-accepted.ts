import { type Daemon, startDaemon } from "@kestrel/app/daemon";
import { unacceptedOf } from "@kestrel/app/places";
import type { Flags } from "../arguments.ts";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";

/** Starts the daemon of this process. Where its loadout names a place that nobody said yes to, the person is asked, and it starts then. */
export async function startAccepted({ flags, say }: { flags: Flags; say: Say }): Promise<Daemon> {
  try {
    return await startDaemon({ flags });
  } catch (error) {
    const unaccepted = failureOf(error).code === "place_unaccepted" ? await unacceptedOf(flags) : undefined;
    if (!unaccepted) throw error;
    const { acceptSeats } = await import("./accept-seats.ts");
    await acceptSeats({ ...unaccepted, flags, say }, unaccepted.places);
    return startDaemon({ flags });
  }
}
