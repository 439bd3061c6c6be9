import { z } from "zod";
import { SessionId } from "../ids.ts";
import { WorkspacePath } from "../new-session.ts";
import { getRoute, postRoute } from "../route.ts";
import { Worktree } from "./worktree.ts";

const Item = z.object({
  text: z.string(),
  /** A shell command line: exit code 0 means done, any other not. */
  check: z.string(),
  /** Globs of files that must stay unchanged during the work on it. */
  keep: z.array(z.string()),
  /** Files that the check names or runs: existing ones must stay unchanged as well. */
  named: z.array(z.string()),
});

/** A parsed plan: its items, their checks, and its limits. */
export const LoopPlan = z.object({
  items: z.array(Item).min(1).max(200),
  bring: z.array(z.string()),
  setup: z.string().optional(),
  hours: z.number().positive(),
  tokens: z.int().positive().optional(),
  attempts: z.int().positive(),
});
export type LoopPlan = z.infer<typeof LoopPlan>;

/**
 * What to check in a plan before approval: a file that its item changes although it must stay unchanged, or a check that does not exist
 * yet.
 */
export const PlanDoubt = z.object({
  item: z.int().nonnegative(),
  path: z.string(),
  why: z.enum(["kept", "unwritten"]),
});
export type PlanDoubt = z.infer<typeof PlanDoubt>;

export const LoopId = z.string().regex(/^l[0-9a-z]{6,40}$/);
export type LoopId = z.infer<typeof LoopId>;

/** The result of a check. `tail`: the end of its output. */
const CheckRun = z.object({ code: z.int(), ms: z.int().nonnegative(), tail: z.string() });
export type CheckRun = z.infer<typeof CheckRun>;

const ItemState = z.enum(["open", "done", "already_green", "stuck", "needs_you", "broken_later"]);

/** Why a loop is paused: the user stopped it, or a requirement is missing. */
export const LoopPause = z.enum([
  "asked",
  "three_stuck",
  "nothing_installed",
  "no_sandbox",
  "engine",
  /** Full, or read-only. */
  "disk_full",
  "failed",
]);
export type LoopPause = z.infer<typeof LoopPause>;

const item = z.int().nonnegative();
const opened = {
  id: LoopId,
  file: z.string(),
  workspace: z.string(),
  worktree: Worktree,
  plan: LoopPlan,
  digest: z.string(),
};

/** An event of a loop, in order. */
export const LoopEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("loop.opened"), ...opened }),
  z.object({ type: z.literal("setup.ran"), ...CheckRun.shape }),
  z.object({ type: z.literal("attempt.began"), item, session: SessionId }),
  /** `before`: before the work began. `end`: in a fresh clone, after all items. */
  z.object({
    type: z.literal("check.ran"),
    ...{ item, when: z.enum(["before", "after", "end"]), tree: z.string(), tokens: z.int().nonnegative() },
    ...CheckRun.shape,
  }),
  z.object({ type: z.literal("call.denied"), item, call: z.string(), rules: z.array(z.string()) }),
  z.object({ type: z.literal("paths.restored"), item, paths: z.array(z.string()) }),
  /** `commit`: of its work; for a failed item, of the work set aside. */
  z.object({
    type: z.literal("item.settled"),
    ...{ item, how: ItemState.exclude(["open"]), commit: z.string().optional() },
  }),
  z.object({ type: z.literal("loop.paused"), why: LoopPause, detail: z.string().optional() }),
  /** `retry`: failed items are tried once more, with the whole budget. */
  z.object({ type: z.literal("loop.resumed"), retry: z.boolean() }),
  z.object({ type: z.literal("loop.ended"), how: z.enum(["done", "budget", "open"]) }),
  z.object({ type: z.literal("loop.dropped") }),
]);
export type LoopEvent = z.infer<typeof LoopEvent>;

/** A loop, folded from its events. */
export const LoopState = z.object({
  ...opened,
  openedAt: z.string(),
  changedAt: z.string(),
  phase: z.enum(["running", "paused", "ended", "dropped"]),
  pause: z.object({ why: LoopPause, detail: z.string().optional() }).optional(),
  end: z.enum(["done", "budget", "open"]).optional(),
  setup: CheckRun.optional(),
  /** Used since it was opened or retried: running milliseconds, and tokens processed and generated. */
  spent: z.object({ ms: z.number().nonnegative(), tokens: z.int().nonnegative() }),
  /** Consecutive failed items. */
  stuck: z.int().nonnegative(),
  items: z.array(
    z.object({
      state: ItemState,
      before: CheckRun.optional(),
      attempts: z.array(z.object({ session: SessionId, check: CheckRun.optional() })),
      denied: z.array(z.object({ call: z.string(), rules: z.array(z.string()) })),
      restored: z.array(z.string()),
      commit: z.string().optional(),
      last: CheckRun.optional(),
    }),
  ),
});
export type LoopState = z.infer<typeof LoopState>;

/** Longest text of a plan in UTF-16 units. */
export const longestPlan = 200_000;
const one = z.strictObject({ id: LoopId });
const answer = z.object({ loop: LoopState });
const written = { workspace: WorkspacePath, text: z.string().max(longestPlan) };

/** The routes for loops. Each may be rejected with `loop_refused` or `not_found`. */
export const loopRoutes = {
  /** Parses a plan; runs nothing. `digest`: binds an approval to it. */
  readPlan: postRoute(
    "/api/v1/loops/plan",
    z.strictObject(written),
    z.object({ plan: LoopPlan, digest: z.string(), doubts: z.array(PlanDoubt) }),
  ),
  /** The text of `PLAN.md` in that folder for editing, drafted by a model or a person. */
  readDraft: postRoute(
    "/api/v1/loops/draft",
    z.strictObject({ workspace: WorkspacePath }),
    z.object({ text: z.string() }),
  ),
  startLoop: postRoute(
    "/api/v1/loops",
    z.strictObject({ ...written, file: z.string().max(4096), digest: z.string() }),
    answer,
  ),
  listLoops: getRoute("/api/v1/loops", z.object({ loops: z.array(LoopState) })),
  stopLoop: postRoute("/api/v1/loops/stop", one, answer),
  resumeLoop: postRoute("/api/v1/loops/resume", one, answer),
  /** Moves its worktree to the trash. */
  dropLoop: postRoute("/api/v1/loops/drop", one, answer),
} as const;
