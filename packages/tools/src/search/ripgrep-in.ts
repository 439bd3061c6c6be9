import { dirname, isAbsolute } from "node:path";
import type { CancelSignal } from "@kestrel/core";
import { planReading } from "../confine/plan-confinement.ts";
import { type Bounds, type ConfinedPath, rootAround } from "../place/confined-path.ts";
import { isSecret } from "../place/protected-paths.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import { findRipgrep } from "./find-ripgrep.ts";
import { ripgrepArguments, type SearchWish } from "./ripgrep-arguments.ts";
import { type RipgrepEars, type RipgrepEnd, runRipgrep } from "./run-ripgrep.ts";

/** Returns a function that runs ripgrep in one path, in the sandbox if there is one. */
export async function ripgrepIn(
  dependencies: RipgrepParts,
  { workspace, bounds, place }: { workspace: string; bounds: Bounds; place: ConfinedPath },
  cancel: CancelSignal,
): Promise<(asked: SearchWish, ears: RipgrepEars) => Promise<RipgrepEnd>> {
  const program = dependencies.ripgrepPath ?? (await findRipgrep());
  const plan = await planReading(dependencies, workspace, {
    programs: isAbsolute(program) ? [dirname(program)] : [],
    ...(isSecret(place) && { seen: place.real }),
  });
  const folder = rootAround(bounds, place.real);
  const confined = plan.kind === "inside" && { confinement: plan.confinement };
  return async (asked, ears) => {
    const args = await ripgrepArguments(bounds, place, asked);
    const command = { file: program, args, folder, environment: {}, ...confined };
    return runRipgrep(command, dependencies.sandbox, ears, cancel);
  };
}

/** What running a search requires. */
export type RipgrepParts = Pick<
  ToolDependencies,
  "ripgrepPath" | "sandbox" | "closedFolders" | "openFolders" | "extraRoots" | "skillFolders"
>;
