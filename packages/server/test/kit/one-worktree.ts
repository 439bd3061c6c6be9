import type { Worktrees } from "@kestrel/core";

const commit = "a".repeat(40);

/** One worktree that stays as it is, whatever is asked of it. */
export function oneWorktree(): Worktrees {
  const worktree = {
    ...{ id: "birds-1", name: "birds", repository: "/home/ada/birds", folder: "/cache/birds-1/birds" },
    ...{ base: commit, uncommitted: 0, brought: [], createdAt: "2026-11-28T10:00:00.000Z" },
  };
  const whole = { worktree, ours: commit, theirs: commit, files: [], diff: "", conflicts: [], dirty: [] };
  return {
    folder: "/cache",
    open: async () => ({ worktree, isNew: true }),
    list: async () => [worktree],
    size: async () => 1,
    review: async () => whole,
    merge: async () => commit,
    drop: async () => worktree,
    restore: async () => worktree,
    purge: async () => undefined,
    checkout: () => Promise.reject(new Error("no files here")),
  };
}
