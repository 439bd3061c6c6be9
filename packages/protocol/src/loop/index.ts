export {
  type CheckRun,
  LoopEvent,
  LoopId,
  LoopPause,
  LoopPlan,
  LoopState,
  longestPlan,
  PlanDoubt,
} from "./loop.ts";
export { Schedule } from "./schedule.ts";
export { Worktree, WorktreeName, WorktreeReview } from "./worktree.ts";
