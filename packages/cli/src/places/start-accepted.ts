import { type Daemon, startDaemon } from "@kestrel/app/daemon";
import type { Flags } from "../arguments.ts";
import type { Say } from "../i18n/say.ts";
import { whileAccepted } from "./while-accepted.ts";

/** Starts this process's daemon. Asks first when its loadout names a remote endpoint that the user has not accepted. */
export function startAccepted({ flags, say }: { flags: Flags; say: Say }): Promise<Daemon> {
  return whileAccepted({ flags, say }, () => startDaemon({ flags }));
}
