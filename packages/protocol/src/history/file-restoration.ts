import { z } from "zod";
import { TurnId } from "../ids.ts";

/**
 * The target of an undo: the changes of one turn; all changes from a turn on; all changes to one file; or an earlier restoration,
 * by the seq of its event.
 */
export const UndoTarget = z.union([
  z.strictObject({ turn: TurnId }),
  z.strictObject({ to: TurnId }),
  z.strictObject({ file: z.string().min(1) }),
  z.strictObject({ restored: z.int().positive() }),
]);
export type UndoTarget = z.infer<typeof UndoTarget>;

/** File type and permissions as in `st_mode`; absent when only the bytes are known. */
export const FileModes = z.object({ before: z.int().optional(), after: z.int().optional() });
export type FileModes = z.infer<typeof FileModes>;

/** A restored file. `before` and `after` name blobs of its bytes; for a link, of its target path. */
export const RestoredFile = z.object({
  path: z.string(),
  action: z.enum(["created", "changed", "deleted", "unchanged"]),
  before: z.string().optional(),
  after: z.string().optional(),
  modes: FileModes.optional(),
  diff: z.string(),
  added: z.int().nonnegative(),
  removed: z.int().nonnegative(),
});
export type RestoredFile = z.infer<typeof RestoredFile>;

/**
 * Why a file was not restored. `changed`, `gone`: it is not as the session left it. `not_a_file`, `moved`: its path now leads to something
 * else. `changed_between`: another program changed it between two changes of the session. `lost`: its earlier content is not stored any
 * more. `unwritable`: the system refuses.
 */
export const RefusedFile = z.object({
  path: z.string(),
  reason: z.enum(["changed", "gone", "not_a_file", "moved", "changed_between", "lost", "unwritable"]),
});
export type RefusedFile = z.infer<typeof RefusedFile>;

/** The actual or expected result of a restoration, file by file. */
export const FileRestoration = z.object({
  files: z.array(RestoredFile),
  refused: z.array(RefusedFile),
});
export type FileRestoration = z.infer<typeof FileRestoration>;
