import { z } from "zod";
import { FileModes } from "./file-restoration.ts";

/**
 * Why a command's file changes are unknown: the workspace has more files (`too_many`) or bytes (`too_large`) than a snapshot holds, or the
 * command changed more; it took too long; git is missing; or something else failed.
 */
export const UncoveredReason = z.enum(["too_many", "too_large", "too_slow", "no_git", "failed"]);
export type UncoveredReason = z.infer<typeof UncoveredReason>;

/** A file changed by a command: the blobs of its content before and after; absent where there was no file. */
export const TouchedFile = z.object({
  path: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
  modes: FileModes.optional(),
});
export type TouchedFile = z.infer<typeof TouchedFile>;

/**
 * The difference of two snapshots around a command. `missed`: changed files that are too large for a snapshot, or unreadable. With
 * `uncovered` nothing is known, and `files` is empty.
 */
export const CommandCoverage = z.object({
  files: z.array(TouchedFile),
  missed: z.int().positive().optional(),
  uncovered: UncoveredReason.optional(),
});
export type CommandCoverage = z.infer<typeof CommandCoverage>;
