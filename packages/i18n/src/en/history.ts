import type { RefusedFile, RestoredFile, RewindCause } from "@kestrel/protocol";

/** What was taken back: files and messages. */
export const history = {
  "undo.done": "Files put back: {count}.",
  "undo.doneNone": "No file was put back.",
  "undo.would": "Files that would be put back: {count}.",
  "undo.left": "Left alone: {count}.",
  "undo.commands": "What {count} commands did to files is not known and not taken back.",
  "undo.file.created": "there again",
  "undo.file.changed": "changed",
  "undo.file.deleted": "deleted",
  "undo.file.unchanged": "already so",
  "undo.refused.changed": "somebody changed it since",
  "undo.refused.gone": "it is gone",
  "undo.refused.not_a_file": "something else bears its name now",
  "undo.refused.moved": "the way to it leads elsewhere now",
  "undo.refused.changed_between": "somebody changed it between two changes of this session",
  "undo.refused.lost": "what it held is not kept any more",
  "undo.refused.unwritable": "the system does not allow it",
  "rewind.asked": "Messages taken out of the conversation: {count}.",
  "rewind.edited": "The message was edited; what followed it is out of the conversation.",
  "rewind.regenerated": "The answer is asked for once more; the earlier one is out of the conversation.",
} as const satisfies Record<
  `undo.file.${RestoredFile["action"]}` | `undo.refused.${RefusedFile["reason"]}` | `rewind.${RewindCause}`,
  string
> &
  Record<string, string>;
