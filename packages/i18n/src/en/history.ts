import type { RefusedFile, RestoredFile, RewindCause, UncoveredReason } from "@kestrel/protocol";
import type { SlashSentence } from "@kestrel/session-state";
import type { Sentence } from "../sentence.ts";

/** Undone changes to files, and undone messages. */
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
  "snapshots.off": "Snapshots are off now. Undo does not cover what commands do to files.",
  "snapshots.areOn":
    "A snapshot is taken before each command. Undo covers what commands do to files. /snapshots off ends that.",
  "snapshots.areOff":
    "No snapshots are taken. Undo does not cover what commands do to files. /snapshots on changes that.",
  "covered.files": {
    one: "The command changed {count} file. Undo covers it.",
    other: "The command changed {count} files. Undo covers them.",
  },
  "covered.missed": "Not covered, too large or not readable: {count}.",
  "covered.too_many": "Undo does not cover this command: there are too many files.",
  "covered.too_large": "Undo does not cover this command: the files are too large.",
  "covered.too_slow": "Undo does not cover this command: the snapshot took too long.",
  "covered.no_git": "Undo does not cover this command: git is not installed.",
  "covered.failed": "Undo does not cover this command: the snapshot failed.",
  "undo.file.created": "restored",
  "undo.file.changed": "changed",
  "undo.file.deleted": "deleted",
  "undo.file.unchanged": "unchanged",
  "undo.refused.changed": "it changed since then",
  "undo.refused.gone": "it is gone",
  "undo.refused.not_a_file": "something else has its name now",
  "undo.refused.moved": "its path leads elsewhere now",
  "undo.refused.changed_between": "something else changed it between two changes of this session",
  "undo.refused.lost": "its earlier content is no longer kept",
  "undo.refused.unwritable": "the system denies writing",
  "rewind.asked": "Messages removed from the conversation: {count}.",
  "rewind.edited": "The message was edited. Everything after it was removed from the conversation.",
  "rewind.regenerated": "The model answers again. The earlier answer was removed from the conversation.",
  "sessions.none": "No sessions yet.",
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
  "slash.larger.how": "/larger yes lets the larger model take over; /larger no declines.",
  "slash.larger.none": "There is no offer of a larger model.",
  "slash.undo.how":
    "/undo, /undo N, /undo to N, /undo preview, /undo list: N is the number of a turn in the list.",
  "slash.rewind.how": "Only `files` can follow: it also undoes changes to files since then.",
  "slash.fork.how": "/fork copies all messages, /fork N those before the Nth message.",
  "slash.invoked": "/{name} is sent with your next message.",
  "slash.invokedLater": "/{name} is sent with the next step, or else with your next message.",
} as const satisfies Record<Extract<SlashSentence["key"], `slash.${string}`>, string> &
  Record<string, string>;
