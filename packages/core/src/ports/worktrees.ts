import type { Worktree, WorktreeReview } from "@kestrel/protocol/loop";

/** The input of a worktree. `bring`: paths outside of git, relative to the repository's root. */
export type WorktreeWish = { workspace: string; name: string; bring?: readonly string[] };

/**
 * Checkouts of their own, each a local clone outside of the person's repository. Implemented by `@kestrel/tools` with git, of which no
 * hook, filter of the clone's or other program runs. What is refused rejects with `worktree_refused` and its reason.
 *
 * - `review` fetches the work into a ref of Kestrel's own in the person's repository, and touches no file of theirs.
 * - `merge` merges exactly the two commits of a review, or refuses.
 * - `drop` puts a worktree aside; `purge` deletes those that were dropped so many milliseconds ago.
 */
export interface Worktrees {
  /** Their parent folder. */
  readonly folder: string;
  open(wish: WorktreeWish): Promise<{ worktree: Worktree; isNew: boolean }>;
  /** Those in use, then dropped ones. */
  list(): Promise<Worktree[]>;
  /** Its size on disk. Bytes. */
  size(id: string): Promise<number>;
  review(id: string): Promise<WorktreeReview>;
  merge(id: string, commits: { ours: string; theirs: string }): Promise<string>;
  drop(id: string): Promise<Worktree>;
  restore(id: string): Promise<Worktree>;
  purge(olderThanMs: number): Promise<void>;
  /** The work tree of one, for code that commits in it. */
  checkout(id: string): Promise<WorktreeCheckout>;
}

/** The files of a worktree, for a loop. */
export interface WorktreeCheckout {
  /** The tree of everything in it that git would commit. */
  tree(): Promise<string>;
  /** Its current commit; with `message`, changes are committed first. */
  commit(message?: string): Promise<string>;
  /** Restores the files selected by `keeps` to the newest commit, new ones included; resolves to those that differed. */
  putBack(keeps: (path: string, isNew: boolean) => boolean): Promise<string[]>;
  /** Stores uncommitted work under a ref, and resets the tree to the newest commit. Undefined when there is none. */
  setAside(ref: string): Promise<string | undefined>;
  /** Runs `work` in a temporary clone of the newest commit, made as the worktree was. */
  inFreshClone<Value>(work: (folder: string) => Promise<Value>): Promise<Value>;
}
