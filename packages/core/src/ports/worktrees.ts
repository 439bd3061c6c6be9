import type { Worktree, WorktreeReview } from "@kestrel/protocol/loop";

/** What a worktree is made from. `bring`: paths from the repository's root that git does not have. */
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
  /** Where they lie. */
  readonly folder: string;
  open(wish: WorktreeWish): Promise<{ worktree: Worktree; isNew: boolean }>;
  /** Those in use, then those that were dropped. */
  list(): Promise<Worktree[]>;
  /** Bytes that one takes on the disk. */
  size(id: string): Promise<number>;
  review(id: string): Promise<WorktreeReview>;
  merge(id: string, commits: { ours: string; theirs: string }): Promise<string>;
  drop(id: string): Promise<Worktree>;
  restore(id: string): Promise<Worktree>;
  purge(olderThanMs: number): Promise<void>;
  /** The work tree of one, for code that commits in it. */
  checkout(id: string): Promise<WorktreeCheckout>;
}

/** The files of a worktree, as a loop works with them. */
export interface WorktreeCheckout {
  /** Of everything in it that git would commit. */
  tree(): Promise<string>;
  /** The commit it is at; everything in it is committed first where `message` is given and something changed. */
  commit(message?: string): Promise<string>;
  /** Puts files that `keeps` says back as the newest commit has them, new ones among them; resolves with those that differed. */
  putBack(keeps: (path: string, isNew: boolean) => boolean): Promise<string[]>;
  /** Keeps the work that is not committed under a ref, and puts the tree back at the newest commit. Undefined where there is none. */
  setAside(ref: string): Promise<string | undefined>;
  /** Does `work` in a clone of the newest commit, made as the worktree was and gone afterwards. */
  inFreshClone<Value>(work: (folder: string) => Promise<Value>): Promise<Value>;
}
