import type { RefusedFile, RestoredFile, RewindCause, UncoveredReason } from "@kestrel/protocol";

/** What was taken back: files and messages. */
export const history = {
  "undo.done": "Files put back: {count}.",
  "undo.doneNone": "No file was put back.",
  "undo.would": "Files that would be put back: {count}.",
  "undo.left": "Left alone: {count}.",
  "undo.commands": "Commands whose changes to files are not known and not taken back: {count}.",
  "undo.since":
    "Since turn {turn} commands ran whose changes to files are not known, so no undo takes them back: {count}.",
  "undo.allTheSame":
    "Nothing was taken back yet. /undo {turn} takes back the files of turn {turn} all the same.",
  "snapshots.offer":
    "/snapshots on: from then on a snapshot is taken before each command, and an undo covers what it did.",
  "snapshots.on": "Snapshots are taken before commands from now on: an undo covers what they do to files.",
  "snapshots.off": "No snapshots are taken any more: what commands do to files is not covered by an undo.",
  "snapshots.areOn":
    "Snapshots are taken before commands: an undo covers what they do to files. /snapshots off ends that.",
  "snapshots.areOff":
    "No snapshots are taken: what commands do to files is not covered by an undo. /snapshots on begins that.",
  "covered.files": "The command changed files: {count}. An undo takes that back.",
  "covered.missed": "Not covered, too large or not readable: {count}.",
  "covered.too_many": "What the command did is not covered: there are too many files.",
  "covered.too_large": "What the command did is not covered: the files are too large.",
  "covered.too_slow": "What the command did is not covered: a snapshot took too long.",
  "covered.no_git": "What the command did is not covered: there is no git.",
  "covered.failed": "What the command did is not covered: a snapshot could not be taken.",
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
  | `covered.${UncoveredReason}`
  | `undo.file.${RestoredFile["action"]}`
  | `undo.refused.${RefusedFile["reason"]}`
  | `rewind.${RewindCause}`,
  string
> &
  Record<string, string>;
