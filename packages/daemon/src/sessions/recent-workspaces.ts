import { stat } from "node:fs/promises";
import type { SessionSummary } from "@kestrel/protocol";
import type { DaemonStatus } from "@kestrel/protocol/api";

/** Folders remembered for the new-session form. */
const mostRecent = 8;

/** A folder on a server that does not answer is listed all the same. Milliseconds. */
const patienceMs = 300;

/** Existing folders of sessions, newest first, then Kestrel's own if there are any: the sample project, and the folder of sessions without one. */
export async function recentWorkspaces(
  sessions: readonly SessionSummary[],
  playground: string | undefined,
  none?: string,
): Promise<DaemonStatus["workspaces"]> {
  const recent = new Set(sessions.map(({ workspace }) => workspace));
  recent.delete("");
  const own = [
    { path: playground, kind: "playground" as const },
    { path: none, kind: "none" as const },
  ].flatMap(({ path, kind }) => (path === undefined ? [] : [{ path, kind }]));
  for (const { path } of own) recent.delete(path);
  const newest = [...recent].slice(0, mostRecent * 4);
  const gone = await Promise.all(newest.map(isGone));
  const there = newest.filter((_, at) => gone[at] === false).slice(0, mostRecent);
  return [...there.map((path) => ({ path, kind: "recent" as const })), ...own];
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
