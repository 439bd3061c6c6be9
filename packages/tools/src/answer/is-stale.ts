import type { CallBinding, ToolContext } from "@kestrel/core";

/** Whether a call stands on another ground than the one that was assessed. Without an assessment, as in a test, any ground will do. */
export function isStale(now: CallBinding, { approved }: Pick<ToolContext, "approved">): boolean {
  if (approved === undefined) return false;
  const names = Object.keys(now);
  return names.length !== Object.keys(approved).length || names.some((name) => now[name] !== approved[name]);
}
