import type { CommandEnd } from "@kestrel/core";
import { visibleName } from "@kestrel/text";
import type { ToolDependencies } from "../tool-dependencies.ts";
import type { Guard, PutAside } from "./guarded-places.ts";
import { obeyedByGit } from "./linked-git.ts";
import type { ConfinementPlan } from "./plan-confinement.ts";

/** Names listed at most. */
const mostNamed = 10;

/** How a command ended; `note`: what was quarantined, as text; `again`: the path that it recreated too often, for which it was ended. */
export type GuardedEnd = { end: CommandEnd; note?: string; again?: string };

/** Runs a command as planned, with its guard. The signal passed to the command fires when it has to end. */
export async function runGuarded(
  { guardedPlaces, extraRoots = [] }: Pick<ToolDependencies, "guardedPlaces" | "extraRoots">,
  plan: ConfinementPlan,
  workspace: string,
  run: (stop: AbortSignal) => Promise<CommandEnd>,
): Promise<GuardedEnd> {
  const never = new AbortController().signal;
  if (!guardedPlaces || plan.kind === "plain" || plan.kind === "refused") return { end: await run(never) };
  if (plan.kind === "outside") {
    const roots = [workspace, ...extraRoots];
    const resumes = await Promise.all(roots.map((root) => guardedPlaces.pause(root)));
    try {
      return { end: await run(never) };
    } finally {
      await Promise.all(resumes.map((resume) => resume()));
    }
  }
  if (plan.confinement.readOnly) return { end: await run(never) };
  const sealed = plan.confinement.sealed.map(({ path }) => path);
  const guards: Guard[] = [];
  for (const root of plan.confinement.writable) {
    const prefix = root === workspace ? "" : `${root}/`;
    const obeyed = plan.repositories?.includes(root) ? obeyedByGit : [];
    guards.push(await guardedPlaces.begin({ workspace: root, sealed, prefix, obeyed }));
  }
  const again = AbortSignal.any(guards.map((guard) => guard.again));
  let asides: readonly PutAside[] = [];
  const end = await run(again).finally(async () => {
    asides = (await Promise.all(guards.map((guard) => guard.settle()))).flat();
  });
  if (asides.length === 0) return { end };
  const ended = again.aborted && end.kind === "cancelled" ? { again: visibleName(String(again.reason)) } : {};
  return { end, note: noteOf(asides), ...ended };
}

/** Why a command was ended, with the path it recreated. */
export function madeAgain(name: string): string {
  return `it made ${name} again and again, which other programs obey. Leave that place alone.`;
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
