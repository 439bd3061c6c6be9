export { Worktree, WorktreeName, WorktreeReview } from "./worktree.ts";
