import { z } from "zod";
import { TurnId } from "../ids.ts";
import { askRoute, getRoute, postRoute } from "../route.ts";
import { SessionSummary } from "../session-summary.ts";
import { FileRestoration, UndoTarget } from "./file-restoration.ts";

/** The preview of an undo. */
export const UndoPreview = FileRestoration.extend({
  /** Commands in the undone range whose file changes are unknown and not undone. */
  commands: z.int().nonnegative(),
});
export type UndoPreview = z.infer<typeof UndoPreview>;

/** A commit message for a session's changes: by the summarizer, or by rule from the list of files. */
export const CommitDraft = z.object({ message: z.string(), by: z.enum(["copilot", "rule"]) });
export type CommitDraft = z.infer<typeof CommitDraft>;

/** A range of a list; `first` is the number of items before it. */
const Stretch = z.object({ first: z.int().nonnegative(), items: z.array(z.unknown()) });

export const historyRoutes = {
  /**
   * The end of a long session as folded by the daemon, for clients of the same build: follow its events after `state.lastSeq`. Absent for a
   * short session, whose log is as small. Other programs read the log.
   */
  readTail: getRoute(
    "/api/v1/sessions/:id/tail",
    z.object({
      tail: z
        .object({
          state: z.looseObject({ lastSeq: z.int().nonnegative() }),
          lists: z.object({
            timeline: Stretch,
            fileSets: Stretch.optional(),
            crewJobs: Stretch.optional(),
          }),
        })
        .optional(),
    }),
  ),
  /** A page of the entries before the one with that number. */
  readEarlier: askRoute(
    "/api/v1/sessions/:id/earlier",
    z.strictObject({ before: z.int().nonnegative() }),
    z.object({ first: z.int().nonnegative(), entries: z.array(z.unknown()) }),
  ),
  /** The current effect of an `undo` of that target. Changes nothing. */
  previewUndo: askRoute("/api/v1/sessions/:id/undo", z.strictObject({ target: UndoTarget }), UndoPreview),
  /**
   * Drafts a commit message for the session's changes that were not undone: all, or those since a turn. Absent when there are none. Runs no
   * git, changes no file, and is not shown to the model. Takes at most a minute.
   */
  draftCommit: postRoute(
    "/api/v1/sessions/:id/commit-message",
    z.strictObject({ from: TurnId.optional() }),
    z.object({ draft: CommitDraft.optional() }),
  ),
  /**
   * A new session with the same messages: all of them, or those before a turn; `text` is then the message of that turn. The prefix is the
   * same byte for byte, so that both sessions use the server's cache.
   */
  forkSession: postRoute(
    "/api/v1/sessions/:id/fork",
    z.strictObject({ turn: TurnId.optional() }),
    z.object({ session: SessionSummary, text: z.string().optional() }),
  ),
} as const;
