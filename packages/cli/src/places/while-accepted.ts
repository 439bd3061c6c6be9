import type { Flags } from "../arguments.ts";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";

/** `lend` runs the question when another part of the program has the terminal. */
export type Asking = { flags: Flags; say: Say; lend?: (ask: () => Promise<void>) => Promise<unknown> };

/** Runs `start`. When it fails because of an unaccepted remote endpoint, asks the user and runs it again after a yes. */
export async function whileAccepted<Started>(
  { flags, say, lend = (ask) => ask() }: Asking,
  start: () => Promise<Started>,
): Promise<Started> {
  try {
    return await start();
  } catch (error) {
    if (failureOf(error).code !== "place_unaccepted") throw error;
    const { unacceptedOf } = await import("@kestrel/app/places");
    const unaccepted = await unacceptedOf(flags);
    if (!unaccepted) throw error;
    const { acceptSeats } = await import("./accept-seats.ts");
    await lend(() => acceptSeats({ ...unaccepted, flags, say }, unaccepted.places));
    return start();
  }
}
