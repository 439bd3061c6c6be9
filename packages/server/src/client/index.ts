export { askSession, newOpId } from "./ask-session.ts";
export {
  type CallInput,
  createDaemonClient,
  type DaemonAddress,
  type DaemonClient,
  DaemonRefusal,
} from "./daemon-client.ts";
export { type FollowInput, followEvents } from "./follow-events.ts";
export { type FollowSessionsInput, followSessions } from "./follow-sessions.ts";
export type { FollowState } from "./follow-stream.ts";
export { doMemoryCommand, forgotten, type MemoryAnswer } from "./memory-command.ts";
export { planWish, wishOf } from "./plan-wish.ts";
export type { Transport } from "./transport.ts";
export { doWorktreeCommand, mergeReviewed, reviewAnswer, type WorktreeAnswer } from "./worktree-command.ts";
