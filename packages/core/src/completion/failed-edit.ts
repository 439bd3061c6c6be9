import type { ToolEntry } from "@kestrel/session-state";

/** The file whose last edit of this turn failed; undefined when every edit succeeded in the end. */
export function failedEdit(calls: readonly ToolEntry[]): string | undefined {
  const failed = new Set<string>();
  for (const call of calls) {
    // The model may have added the folder's own name as a prefix.
    for (const { path } of call.changes)
      for (const one of failed) if (one === path || one.replace(/^[^/]+\//, "") === path) failed.delete(one);
    if (call.risk !== "edit" || call.status !== "error") continue;
    for (const { path, access } of call.subject?.paths ?? []) if (access === "write") failed.add(path);
  }
  return [...failed].at(-1);
}
