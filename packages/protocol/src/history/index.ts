export { canContinue } from "./can-continue.ts";
export { CommandCoverage, TouchedFile, UncoveredReason } from "./command-coverage.ts";
export { commandsIn, commandsSince, type PassedOver } from "./covered.ts";
export {
  FileModes,
  FileRestoration,
  RefusedFile,
  RestoredFile,
  UndoTarget,
} from "./file-restoration.ts";
export type { FileSet, FileStep } from "./file-sets.ts";
export { ForkOrigin, IntendedChange, RewindCause } from "./history-events.ts";
export { CommitDraft, UndoPreview } from "./history-routes.ts";
export { placeOfMessage } from "./rewind.ts";
export { type StandingChange, standingChanges } from "./standing-changes.ts";
export {
  type ChangingTurn,
  changingTurnFrom,
  changingTurns,
  nextRedo,
  nextUndo,
  turnNumbered,
  undoTargetIn,
} from "./undo-choice.ts";
export { type FileImage, type WantedFile, wantedFiles } from "./wanted-files.ts";
