import type { ToolEntry } from "@kestrel/session-state";

/** The file whose last edit of this turn came to nothing; undefined when every one was made in the end. */
export function failedEdit(calls: readonly ToolEntry[]): string | undefined {
  const failed = new Set<string>();
  for (const call of calls) {
    for (const { path } of call.changes) failed.delete(path);
    if (call.risk !== "edit" || call.status !== "error") continue;
    for (const { path, access } of call.subject?.paths ?? []) if (access === "write") failed.add(path);
  }
  return [...failed].at(-1);
}
