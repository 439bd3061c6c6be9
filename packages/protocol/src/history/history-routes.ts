import { z } from "zod";
import { TurnId } from "../ids.ts";
import { askRoute, postRoute } from "../route.ts";
import { SessionSummary } from "../session-summary.ts";
import { FileRestoration, UndoTarget } from "./file-restoration.ts";

/** What a person looks at before they take something back. */
export const UndoPreview = FileRestoration.extend({
  /** Commands that ran in what is taken back: what they did to files is not known, and not taken back. */
  commands: z.int().nonnegative(),
});
export type UndoPreview = z.infer<typeof UndoPreview>;

/** A message for a commit of what a session changed: by the copilot, or by rule from the list of files. */
export const CommitDraft = z.object({ message: z.string(), by: z.enum(["copilot", "rule"]) });
export type CommitDraft = z.infer<typeof CommitDraft>;

export const historyRoutes = {
  /** What an `undo` of that would do now. Changes nothing. */
  previewUndo: askRoute("/api/v1/sessions/:id/undo", z.strictObject({ target: UndoTarget }), UndoPreview),
  /**
   * Drafts a commit message for what stands of the session's changes, all or those since a turn; absent where nothing does. Runs
   * no git, changes no file, and the model does not see it. Takes a minute at most.
   */
  draftCommit: postRoute(
    "/api/v1/sessions/:id/commit-message",
    z.strictObject({ from: TurnId.optional() }),
    z.object({ draft: CommitDraft.optional() }),
  ),
  /**
   * A new session with the same messages: all of them, or those before that turn's; then `text` is what was said there.
   * The same prefix, byte for byte, so that the server's cache is of use to both.
   */
  forkSession: postRoute(
    "/api/v1/sessions/:id/fork",
    z.strictObject({ turn: TurnId.optional() }),
    z.object({ session: SessionSummary, text: z.string().optional() }),
  ),
} as const;
