export { answerArmMs, answerWants, answerWord, isArmed } from "./answering.ts";
export { evolve } from "./fold/evolve.ts";
export { isEscalated } from "./fold/fold-escalation.ts";
export { runningJobs } from "./fold/fold-jobs.ts";
export { haltedState } from "./fold/halted-state.ts";
export { asOneMessage, isPending, pendingWordsIn } from "./fold/pending-words.ts";
export { canContinue } from "./history/can-continue.ts";
export { commandsIn, commandsSince, type PassedOver } from "./history/covered.ts";
export { placeOfMessage } from "./history/rewind.ts";
export { type StandingChange, standingChanges } from "./history/standing-changes.ts";
export {
  changingTurnFrom,
  changingTurns,
  nextRedo,
  nextUndo,
  turnNumbered,
} from "./history/undo-choice.ts";
export { type FileImage, type WantedFile, wantedFiles } from "./history/wanted-files.ts";
export { isAnswered, openCalls, waitingCalls } from "./open-calls.ts";
export {
  type CallPart,
  checkRules,
  commandsCovered,
  coversPart,
  exactRule,
  type JudgedCall,
  matchesPart,
  mayBeNamed,
  namesItsHosts,
  partsOfCall,
  type RuleCheck,
} from "./permission/call-parts.ts";
export { type SessionGrant, sessionGrants } from "./permission/grants.ts";
export { planSlash, type SlashPlan, type SlashSentence } from "./plan-slash.ts";
export { type ReadLine, readEvent } from "./read-event.ts";
export { aheadSum } from "./select/ahead-sum.ts";
export { attentionOf } from "./select/attention.ts";
export { accountAlong, type ContextLedger, contextLedger, isVerbatim } from "./select/context-ledger.ts";
export { type CrewSum, crewSums } from "./select/crew-sums.ts";
export { isLaid, laidBeside, laidReady } from "./select/laid-ready.ts";
export { type LedgerBlock, type LedgerKind, ledgerKinds } from "./select/ledger-block.ts";
export { notesOf } from "./select/ledger-pieces.ts";
export { isThinking, type Live, nothingLive, withLiveEvent, withLiveFrame } from "./select/live.ts";
export { liveWords } from "./select/live-words.ts";
export { nestedSessions } from "./select/nested-sessions.ts";
export { estimateWritten, type Phase, phaseOf } from "./select/phase.ts";
export {
  emptySeats,
  isPlaceAmong,
  type LeavingSeat,
  leavingPlace,
  leavingSeats,
  seatPlace,
} from "./select/seat-place.ts";
export { takesSnapshots } from "./select/takes-snapshots.ts";
export { overBudget, type TierShare, tierAccount } from "./select/tier-account.ts";
export { type TurnCost, turnCost } from "./select/turn-cost.ts";
export { type TurnUsage, turnAnswer, turnUsage } from "./select/turn-usage.ts";
export { type MemoryBill, memoryBill, needWith, windowsOf } from "./select/window-choice.ts";
export { replyReserve, windowNow } from "./select/window-now.ts";
export { Sequence } from "./sequence.ts";
export { type CrewJobEntry, emptySession, type SessionState } from "./session-state.ts";
export {
  calledByName,
  completions,
  isShared,
  readSlash,
  type SlashCommand,
  sharedCommands,
  slashCommands,
} from "./slash-command.ts";
export { summarise } from "./summarise.ts";
export {
  type CompactionEntry,
  type ContextNote,
  type EndEntry,
  type Entry,
  type FileChange,
  isSaid,
  type PendingWords,
  type ReplyEntry,
  type RestoredEntry,
  type RewoundEntry,
  type SaidEntry,
  type ToolEntry,
  type UserEntry,
} from "./timeline.ts";
export { titleFrom } from "./title-from.ts";
export { usedThing } from "./used-thing.ts";
