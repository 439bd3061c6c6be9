import type { RefusedFile, RestoredFile, RewindCause, UncoveredReason } from "@kestrel/protocol";
import type { SlashSentence } from "@kestrel/session-state";
import type { Sentence } from "../sentence.ts";

/** What was undone: changes to files, and messages. */
export const history = {
  "undo.done": { one: "Undid changes to {count} file.", other: "Undid changes to {count} files." },
  "undo.doneNone": "Nothing was undone.",
  "undo.would": { one: "Undo would change {count} file.", other: "Undo would change {count} files." },
  "redo.done": { one: "Redid changes to {count} file.", other: "Redid changes to {count} files." },
  "redo.doneNone": "Nothing was redone.",
  "redo.would": { one: "Redo would change {count} file.", other: "Redo would change {count} files." },
  "redo.nothing": "There is nothing to redo.",
  "undo.left": { one: "{count} file was left as it is.", other: "{count} files were left as they are." },
  "undo.commands": {
    one: "{count} command ran whose changes to files are not known. Undo does not cover it.",
    other: "{count} commands ran whose changes to files are not known. Undo does not cover them.",
  },
  "undo.since": {
    one: "Since turn {turn}, {count} command ran whose changes to files are not known. Undo does not cover it.",
    other:
      "Since turn {turn}, {count} commands ran whose changes to files are not known. Undo does not cover them.",
  },
  "undo.allTheSame": "Nothing was undone yet. /undo {turn} undoes the files of turn {turn} anyway.",
  "snapshots.offer":
    "/snapshots on takes a snapshot before each command from then on, so that undo covers commands too.",
  "snapshots.on":
    "A snapshot is taken before each command from now on. Undo covers what commands do to files.",
  "snapshots.off": "No snapshots are taken any more. Undo does not cover what commands do to files.",
  "snapshots.areOn":
    "A snapshot is taken before each command. Undo covers what commands do to files. /snapshots off ends that.",
  "snapshots.areOff":
    "No snapshots are taken. Undo does not cover what commands do to files. /snapshots on changes that.",
  "covered.files": {
    one: "The command changed {count} file. Undo covers it.",
    other: "The command changed {count} files. Undo covers them.",
  },
  "covered.missed": "Not covered, too large or not readable: {count}.",
  "covered.too_many": "What the command did is not covered: there are too many files.",
  "covered.too_large": "What the command did is not covered: the files are too large.",
  "covered.too_slow": "What the command did is not covered: a snapshot took too long.",
  "covered.no_git": "What the command did is not covered: there is no git.",
  "covered.failed": "What the command did is not covered: a snapshot could not be taken.",
  "undo.file.created": "restored",
  "undo.file.changed": "changed",
  "undo.file.deleted": "deleted",
  "undo.file.unchanged": "unchanged",
  "undo.refused.changed": "it was changed since",
  "undo.refused.gone": "it is gone",
  "undo.refused.not_a_file": "something else bears its name now",
  "undo.refused.moved": "the way to it leads elsewhere now",
  "undo.refused.changed_between": "it was changed between two changes of this session",
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
  Record<string, Sentence>;

/** What a slash command answers where it asks nothing of the session. */
export const slash = {
  "slash.noSession": "No session yet: it begins with your first message.",
  "slash.notThinking": "The model is not thinking right now.",
  "slash.compactsLater": "The session is compacted before the next step of this turn.",
  "slash.larger.how": "/larger yes lets the larger model take over what it was offered; /larger no does not.",
  "slash.larger.none": "Nothing was offered to a larger model.",
  "slash.undo.how": "/undo, /undo N, /undo to N, /undo preview, /undo list: N is a turn as the list has it.",
  "slash.rewind.how": "Only `files` may follow: changes to files since then are undone as well.",
  "slash.fork.how": "/fork alone takes all messages along, /fork N those before the Nth message.",
  "slash.invoked": "/{name} is sent with your next message.",
  "slash.invokedLater": "/{name} is sent with the next step, or else with your next message.",
} as const satisfies Record<Extract<SlashSentence["key"], `slash.${string}`>, string> &
  Record<string, string>;
