import type { RunningDaemon } from "@kestrel/app/find-daemon";
import { passOver } from "@kestrel/diagnostics";

type Shelved = { file: string; inForce: boolean };

/** What a shelf says beside the rest of each: the user's file names it by now, and the daemon that runs began without it. */
export type FromNextStart = { fromNextStart?: true };

/** The shelf by what the daemon that runs began with, `theirs` being the file of its loadout; none runs where that is undefined. */
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

/** The file of the loadout that a daemon began with, null for none; undefined where nobody can say. */
export async function loadoutOf(running: RunningDaemon | undefined): Promise<string | null | undefined> {
  const answer = await running?.client.call("settings").catch(passOver("asking the daemon"));
  const value = answer?.settings.find(({ key }) => key === "loadout")?.value;
  return answer && (typeof value === "string" ? value : null);
}
