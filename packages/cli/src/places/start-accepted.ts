import { type Daemon, startDaemon } from "@kestrel/app/daemon";
import type { Flags } from "../arguments.ts";
import type { Say } from "../i18n/say.ts";
import { whileAccepted } from "./while-accepted.ts";

/** Starts the daemon of this process. Where its loadout names a place that nobody said yes to, the person is asked, and it starts then. */
export function startAccepted({ flags, say }: { flags: Flags; say: Say }): Promise<Daemon> {
  return whileAccepted({ flags, say }, () => startDaemon({ flags }));
}
