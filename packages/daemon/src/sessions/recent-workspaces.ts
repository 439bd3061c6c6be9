import { stat } from "node:fs/promises";
import type { SessionSummary } from "@kestrel/protocol";
import type { DaemonStatus } from "@kestrel/protocol/api";

/** Folders remembered for the new-session form. */
const mostRecent = 8;

/** A folder on a server that does not answer is listed all the same. Milliseconds. */
const patienceMs = 300;

/** Existing folders of sessions, newest first, and the sample project if there is one. */
export async function recentWorkspaces(
  sessions: readonly SessionSummary[],
  playground: string | undefined,
): Promise<DaemonStatus["workspaces"]> {
  const recent = new Set(sessions.map(({ workspace }) => workspace));
  recent.delete("");
  if (playground !== undefined) recent.delete(playground);
  const newest = [...recent].slice(0, mostRecent * 4);
  const gone = await Promise.all(newest.map(isGone));
  const there = newest.filter((_, at) => gone[at] === false).slice(0, mostRecent);
  return [
    ...there.map((path) => ({ path, kind: "recent" as const })),
    ...(playground === undefined ? [] : [{ path: playground, kind: "playground" as const }]),
  ];
}

async function isGone(path: string): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
    timer.unref();
  });
  const looked = stat(path).then(
    (facts) => !facts.isDirectory(),
    ({ code }: NodeJS.ErrnoException) => code === "ENOENT" || code === "ENOTDIR",
  );
  return Promise.race([looked, late]).finally(() => clearTimeout(timer));
}
