import type { RunningDaemon } from "@kestrel/app/find-daemon";
import { isOlderBuild } from "@kestrel/app/program-build";
import { startedHere } from "@kestrel/app/started-with";
import type { Flags } from "../arguments.ts";

/**
 * Whether a daemon of the background would come up otherwise if it were started now: it is an older build, the settings or the
 * environment are others, or it was given a loadout or a window that is not asked for now.
 */
export async function wouldDiffer({ build, background }: RunningDaemon, flags: Flags): Promise<boolean> {
  if (!background) return false;
  if (isOlderBuild(build)) return true;
  const now = await startedHere(flags);
  if (background.around !== now.around) return true;
  const isLeft = (name: "loadout" | "window") => now[name] === undefined && background[name] !== undefined;
  // A loadout file that was edited since is another one.
  const isEdited = now.loadout?.split(" ", 1)[0] === background.loadout?.split(" ", 1)[0];
  return isLeft("loadout") || isLeft("window") || (isEdited && now.loadout !== background.loadout);
}
