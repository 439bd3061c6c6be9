import type { RunningDaemon } from "@kestrel/app/find-daemon";
import { passOver } from "@kestrel/diagnostics";

type Shelved = { file: string; inForce: boolean };

/** Set for a loadout that the user's file names, but the running daemon began without. */
export type FromNextStart = { fromNextStart?: true };

/** The shelf as the running daemon uses it. `theirs`: the file of the daemon's loadout; undefined when none runs. */
export function asDaemonHas<One extends Shelved>(
  all: readonly One[],
  theirs: string | null | undefined,
): (One & FromNextStart)[] {
  if (theirs === undefined) return [...all];
  return all.map((one) => {
    const inForce = one.file === theirs;
    return { ...one, inForce, ...(one.inForce && !inForce && { fromNextStart: true as const }) };
  });
}

/** The file of the daemon's loadout, null for none. Undefined when no daemon answers. */
export async function loadoutOf(running: RunningDaemon | undefined): Promise<string | null | undefined> {
  const answer = await running?.client.call("settings").catch(passOver("asking the daemon"));
  const value = answer?.settings.find(({ key }) => key === "loadout")?.value;
  return answer && (typeof value === "string" ? value : null);
}
