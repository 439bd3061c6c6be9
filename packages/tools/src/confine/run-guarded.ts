import type { CommandEnd } from "@kestrel/core";
import { visibleName } from "@kestrel/text";
import type { ToolDependencies } from "../tool-dependencies.ts";
import type { PutAside } from "./guarded-places.ts";
import type { ConfinementPlan } from "./plan-confinement.ts";

/** Names that are told one by one. */
const mostNamed = 10;

/** Runs a command where it was planned to, with the guard that this needs; `note`: what was put aside, in words for the model and the person. */
export async function runGuarded(
  { guardedPlaces, extraRoots = [] }: Pick<ToolDependencies, "guardedPlaces" | "extraRoots">,
  plan: ConfinementPlan,
  workspace: string,
  run: () => Promise<CommandEnd>,
): Promise<{ end: CommandEnd; note?: string }> {
  if (!guardedPlaces || plan.kind === "plain" || plan.kind === "refused") return { end: await run() };
  if (plan.kind === "outside") {
    const roots = [workspace, ...extraRoots];
    const resumes = await Promise.all(roots.map((root) => guardedPlaces.pause(root)));
    try {
      return { end: await run() };
    } finally {
      await Promise.all(resumes.map((resume) => resume()));
    }
  }
  if (plan.confinement.readOnly) return { end: await run() };
  const guards = [await guardedPlaces.begin(workspace)];
  for (const root of plan.confinement.writable)
    if (root !== workspace) guards.push(await guardedPlaces.begin(root, `${root}/`));
  let asides: readonly PutAside[] = [];
  const end = await run().finally(async () => {
    asides = (await Promise.all(guards.map((guard) => guard.settle()))).flat();
  });
  return asides.length > 0 ? { end, note: noteOf(asides) } : { end };
}

function noteOf(asides: readonly PutAside[]): string {
  const named = asides
    .slice(0, mostNamed)
    .map(({ name, aside }) =>
      aside === undefined
        ? `${visibleName(name)} (could not be renamed: it is still there)`
        : `${visibleName(name)} is now ${visibleName(aside)}`,
    );
  const more = asides.length > mostNamed ? `, and ${asides.length - mostNamed} more` : "";
  return `[Other programs obey such names, so the sandbox put aside what appeared: ${named.join(", ")}${more}. To make one, use write: the user is asked.]`;
}
