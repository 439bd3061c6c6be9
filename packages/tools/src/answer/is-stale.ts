import type { CallBinding, ToolContext } from "@kestrel/core";

/** Whether the facts that a call was approved for have changed. False without an approval, as in a test. */
export function isStale(now: CallBinding, { approved }: Pick<ToolContext, "approved">): boolean {
  if (approved === undefined) return false;
  const names = Object.keys(now);
  return names.length !== Object.keys(approved).length || names.some((name) => now[name] !== approved[name]);
}
