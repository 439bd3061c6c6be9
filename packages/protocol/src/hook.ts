import { z } from "zod";
import { ReportId } from "./ids.ts";
import { WorkspacePath } from "./new-session.ts";
import { askRoute, postRoute } from "./route.ts";

/** The stages at which a user's hook runs. */
export const HookStage = z.enum([
  "session_opened",
  "prompt_submitted",
  "before_call",
  "after_call",
  "compaction",
  "turn_ended",
]);
export type HookStage = z.infer<typeof HookStage>;

const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/);

/** A hook in the user's file, under `[[hooks]]`: a line of sh that runs at one stage. */
export const HookEntry = z.strictObject({
  on: HookStage,
  command: z.string().min(1).max(4_096),
  /** How it is called where it is shown; its command unless given. */
  name: z.string().min(1).max(64).optional(),
  /** Of the two stages of calls: names of tools, with `*` and parted by `|`. All unless given. */
  tool: z.string().min(1).max(400).optional(),
  /** Seconds it may take. */
  timeout_seconds: z.int().min(1).max(600).optional(),
  /** What holds where it cannot be run, takes too long or fails: `deny`, where it could have denied, or `go_on`. */
  on_failure: z.enum(["deny", "go_on"]).optional(),
  /** Variables it is given as the daemon has them; nothing else of the daemon's environment reaches it. */
  env_from: z.array(VariableName).max(64).optional(),
  /** Runs outside the sandbox, with the network and the user's rights. Only for the user's own hooks, and only where the line names no file of the session's folder. */
  outside: z.boolean().optional(),
});
export type HookEntry = z.infer<typeof HookEntry>;

/** A hook's verdict. `held`: a turn that wanted to end continues. */
export const HookVerdict = z.enum(["denied", "asked", "noted", "held", "failed"]);
export type HookVerdict = z.infer<typeof HookVerdict>;

/** One hook's answer about one call, one message or one ending. */
export const HookAnswer = z.object({
  hook: z.string(),
  said: HookVerdict,
  text: z.string(),
  /** Of a plugin that `failed` with an exception: what finds its stack. */
  report: ReportId.optional(),
});
export type HookAnswer = z.infer<typeof HookAnswer>;

/** A hook as a client shows it, with its answers since the daemon started. */
export const ShownHook = z.object({
  name: z.string(),
  on: HookStage,
  /** A line of sh, or the file of a plugin. */
  command: z.string(),
  from: z.enum(["user", "workspace", "plugin"]),
  tool: z.string().optional(),
  timeoutSeconds: z.number(),
  onFailure: z.enum(["deny", "go_on"]),
  asked: z.int().nonnegative(),
  denied: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  /** Its last answer that was not empty. */
  last: HookAnswer.extend({ at: z.string() }).optional(),
});
export type ShownHook = z.infer<typeof ShownHook>;

/** An entry that is none, by its place from 1, or a plugin that does not load. */
export const HookProblem = z.object({ what: z.string(), detail: z.string() });
export type HookProblem = z.infer<typeof HookProblem>;

export const ListedHooks = z.object({
  hooks: z.array(ShownHook),
  problems: z.array(HookProblem),
  /** Where the user's own hooks are written, and where plugins lie. */
  file: z.string(),
  plugins: z.string(),
});
export type ListedHooks = z.infer<typeof ListedHooks>;

/** The result of a test run with made-up input. */
export const HookTrial = z.object({ answers: z.array(HookAnswer), durationMs: z.number().nonnegative() });
export type HookTrial = z.infer<typeof HookTrial>;

/** The part of the table of routes that is about hooks. With a folder, those it brings and that are trusted as well. */
export const hookRoutes = {
  listHooks: askRoute("/api/v1/hooks", z.strictObject({ workspace: WorkspacePath.optional() }), ListedHooks),
  /** Asks one hook about something made up; nothing else is done. Rejected with `not_found`. */
  testHook: postRoute(
    "/api/v1/hooks/test",
    z.strictObject({
      name: z.string().min(1).max(4_096),
      workspace: WorkspacePath.optional(),
    }),
    z.object({ trial: HookTrial }),
  ),
} as const;
