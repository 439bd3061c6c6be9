import { realpath } from "node:fs/promises";
import type { CallBinding, CommandRunner, ToolContext, ToolResult } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { Refusal } from "../answer/refusal.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import type { ConfinementPlan } from "./plan-confinement.ts";

/**
 * Whether a command gets more than the sandbox allows because the user saw its scripts. Another program that writes in the
 * folder could replace those scripts between the check and the start.
 */
export function runsSeenScripts(plan: ConfinementPlan, binding: CallBinding): boolean {
  return getsMore(plan) && scriptsIn(binding).length + (binding.unread === undefined ? 0 : 1) > 0;
}

/** Whether a command has more rights than one in the sandbox. */
export function getsMore(plan: ConfinementPlan): boolean {
  return plan.kind === "outside" || (plan.kind === "inside" && plan.opened.length > 0);
}

function scriptsIn(binding: CallBinding): string[] {
  return Object.keys(binding).flatMap((name) => (name.startsWith("script ") ? [name.slice(7)] : []));
}

type Alone = Pick<ToolDependencies, "commandRunner" | "extraRoots" | "guardedPlaces">;

/**
 * Runs `work`, which includes the check of the scripts, while all sandboxed writers of their folders are paused. Refuses when
 * they cannot be paused.
 */
export async function runAlone<Result extends { outcome: string }>(
  { commandRunner, extraRoots = [], guardedPlaces }: Alone,
  binding: CallBinding,
  { workspace, cancel }: Pick<ToolContext, "workspace" | "cancel">,
  work: (runner: CommandRunner) => Promise<Result>,
): Promise<Result | ToolResult> {
  if (!commandRunner.alone) return work(commandRunner);
  const named = scriptsIn(binding);
  const real = await Promise.all(named.map(async (path) => (await realpath(path).catch(absent)) ?? path));
  const release = guardedPlaces?.hold([...new Set([...named, ...real])]);
  try {
    const end = await commandRunner.alone([workspace, ...extraRoots], cancel, work);
    switch (end.kind) {
      case "done":
        return end.paused > 0 && "content" in end.value
          ? {
              ...end.value,
              content: `${end.value.content}\n[Other commands in this folder were paused meanwhile.]`,
            }
          : end.value;
      case "cancelled":
        return { outcome: "error", content: "cancelled by the user" };
      case "unheld":
        throw new Refusal(
          "Not run: another command in this folder could change the scripts it names before it starts, and cannot be paused. Stop the jobs first.",
        );
      default:
        return end satisfies never;
    }
  } finally {
    release?.();
  }
}
