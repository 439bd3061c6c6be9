import type { RunningDaemon } from "@kestrel/app/find-daemon";
import { isOlderBuild } from "@kestrel/app/program-build";
import { startedHere } from "@kestrel/app/started-with";
import type { Flags } from "../arguments.ts";

/**
 * Whether a new background daemon would differ from this one: an older build, other settings or environment, or a loadout or window that
 * the flags no longer name.
 */
export async function wouldDiffer({ build, background }: RunningDaemon, flags: Flags): Promise<boolean> {
  if (!background) return false;
  if (isOlderBuild(build)) return true;
  const now = await startedHere(flags);
  if (background.around !== now.around) return true;
  const isLeft = (name: "loadout" | "window") => now[name] === undefined && background[name] !== undefined;
  // A loadout file edited since the start counts as different.
  const isEdited = now.loadout?.split(" ", 1)[0] === background.loadout?.split(" ", 1)[0];
  return isLeft("loadout") || isLeft("window") || (isEdited && now.loadout !== background.loadout);
}
