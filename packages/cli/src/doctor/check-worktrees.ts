import { worktreesHere } from "@kestrel/app/worktrees";
import { visibleName } from "@kestrel/text";
import type { Finding } from "./finding.ts";

/** Worktrees in use, largest first; empty when there are none. */
export async function checkWorktrees(): Promise<Finding[]> {
  const worktrees = worktreesHere();
  const inUse = (await worktrees.list()).filter(({ droppedAt }) => droppedAt === undefined);
  const sized = await Promise.all(
    inUse.map(async (one) => ({ ...one, bytes: await worktrees.size(one.id) })),
  );
  return sized
    .sort((one, other) => other.bytes - one.bytes)
    .map(({ name, repository, bytes }): Finding => {
      const facts = { name, size: `${(bytes / 1e6).toFixed(0)} MB`, repository: visibleName(repository) };
      return { level: "ok", sentence: "doctor.worktree.ok", facts };
    });
}
