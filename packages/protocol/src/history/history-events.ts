import { z } from "zod";
import { CallId, OpId, SessionId, TurnId } from "../ids.ts";
import { CommandCoverage } from "./command-coverage.ts";
import { FileModes, FileRestoration, UndoTarget } from "./file-restoration.ts";

/** The origin of a fork: all events before `before` are in its log as well. */
export const ForkOrigin = z.object({ sessionId: SessionId, before: z.int().positive() });
export type ForkOrigin = z.infer<typeof ForkOrigin>;

export const RewindCause = z.enum(["asked", "edited", "regenerated"]);
export type RewindCause = z.infer<typeof RewindCause>;

/** The change that a call is about to make to a file: blobs of its bytes before, if it exists, and after. */
export const IntendedChange = z.object({
  path: z.string(),
  before: z.string().optional(),
  after: z.string(),
});
export type IntendedChange = z.infer<typeof IntendedChange>;

/** Changes to files, and their undo. Events are only appended; nothing in the log is deleted. */
export const historyEvents = [
  z.object({
    type: z.literal("file.changed"),
    turnId: TurnId,
    callId: CallId,
    path: z.string(),
    before: z.string().optional(),
    after: z.string().optional(),
    diff: z.string(),
    added: z.int().nonnegative(),
    removed: z.int().nonnegative(),
    modes: FileModes.optional(),
  }),
  /** The file changes of a command, when a snapshot was taken before it. Precedes the end of its call. */
  CommandCoverage.extend({ type: z.literal("command.covered"), turnId: TurnId, callId: CallId }),
  /** Whether snapshots are taken around commands from now on. */
  z.object({ type: z.literal("snapshots.set"), on: z.boolean(), opId: OpId.optional() }),
  FileRestoration.extend({
    type: z.literal("files.restored"),
    target: UndoTarget,
    opId: OpId.optional(),
  }),
  /** That turn's message, and everything after it, is no longer part of the conversation. */
  z.object({
    type: z.literal("history.rewound"),
    turn: TurnId,
    why: RewindCause,
    opId: OpId.optional(),
  }),
] as const;
