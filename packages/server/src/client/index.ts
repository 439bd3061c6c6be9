export { askSession, newOpId } from "./ask-session.ts";
export { createDaemonClient, type DaemonAddress, type DaemonClient, DaemonRefusal } from "./daemon-client.ts";
export { followEvents } from "./follow-events.ts";
export { followSessions } from "./follow-sessions.ts";
export type { FollowState } from "./follow-stream.ts";
export { doMemoryCommand, forgotten, type MemoryAnswer } from "./memory-command.ts";
export { planWish, wishOf } from "./plan-wish.ts";
export type { Transport } from "./transport.ts";
export { doWorktreeCommand, mergeReviewed, reviewAnswer, type WorktreeAnswer } from "./worktree-command.ts";
