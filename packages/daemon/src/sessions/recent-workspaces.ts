import type { SessionSummary } from "@kestrel/protocol";
import type { DaemonStatus } from "@kestrel/protocol/api";

/** Folders remembered for the new-session form. */
const mostRecent = 8;

/** The folders that sessions lived in, newest first, and the sample project where there is one. */
export function recentWorkspaces(
  sessions: readonly SessionSummary[],
  playground: string | undefined,
): DaemonStatus["workspaces"] {
  const recent = new Set(sessions.map(({ workspace }) => workspace));
  recent.delete("");
  if (playground !== undefined) recent.delete(playground);
  return [
    ...[...recent].slice(0, mostRecent).map((path) => ({ path, kind: "recent" as const })),
    ...(playground === undefined ? [] : [{ path: playground, kind: "playground" as const }]),
  ];
}
