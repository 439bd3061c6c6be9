import type { Mode, RuleOrigin, TurnEndReason } from "@kestrel/protocol";
import type { HookAnswer, HookStage } from "@kestrel/protocol/api";
import type { ToolEntry } from "@kestrel/session-state";
import type { CancelSignal } from "./cancel-signal.ts";
import type { Assessment } from "./tool.ts";

/** A hook's input about a call. `arguments` is JSON text. */
type HookedCall = { callId: string; tool: string; arguments: string };

/** The input of a hook. */
export type HookOccasion =
  | { stage: "session_opened" }
  | { stage: "prompt_submitted"; prompt: string }
  | { stage: "before_call"; call: HookedCall }
  | { stage: "after_call"; call: HookedCall; outcome: "ok" | "error"; content: string }
  | { stage: "compaction"; why: string }
  /** `held`: how often hooks have prolonged this turn. With a reason other than `done` the turn is over. */
  | { stage: "turn_ended"; reason: TurnEndReason; reply: string; held: number };

/** The session that an input is about. */
export type HookedSession = { sessionId: string; workspace: string; mode: Mode };

/**
 * The user's hooks: commands and plugins that are asked at the stages of a session. They can deny, require approval by the person, and
 * add a note. They rewrite nothing.
 *
 * - It never rejects. Its time and its output are limited. A hook that cannot run gives an answer that says so.
 * - It resolves within 500 ms of `cancel`, with the answers so far.
 */
export interface StageHooks {
  /** Whether the folder has a hook for that stage. */
  any(stage: HookStage, workspace: string): Promise<boolean>;
  /** The non-empty answers, in the order of the hooks. */
  ask(occasion: HookOccasion, session: HookedSession, cancel: CancelSignal): Promise<readonly HookAnswer[]>;
}

/** The decision about one call: the reason it is allowed by, or the reason for a denial other than the mode. */
export type PermissionDecision =
  | { kind: "allow"; by: "mode" | "grant" }
  | { kind: "allow"; by: "rule"; rules: readonly string[]; origins?: readonly RuleOrigin[] }
  | { kind: "ask" }
  | { kind: "deny"; reason?: string };

/**
 * Runs after the gate: it may turn allow into ask and ask into deny. A weaker answer than the gate's is ignored. `where`: the
 * session's folder, and the narrowest rules that would allow this call. A hook that throws fails the turn with `internal`; it is
 * never skipped.
 */
export type GateHook = (
  call: Pick<ToolEntry, "callId" | "tool" | "arguments" | "subject">,
  decision: PermissionDecision,
  assessment: Assessment,
  where: { workspace: string; rules?: readonly string[] },
) => Promise<PermissionDecision> | PermissionDecision;

/** A hook's view of the turn that wants to end. */
type EndingTurn = { workspace: string; turnId: string; reply: string };

/**
 * A rule of the user's own about when work is done: asked when a turn wants to end well, never when it was stopped.
 *
 * - Undefined lets the turn end; `blocked` is told to the model, which then goes on.
 * - `unrun`: it could not be asked, and why; that is told once a turn, and then the turn ends.
 * - It never throws. It ends within 500 ms of `cancel`.
 */
export interface StopHook {
  ask(turn: EndingTurn, cancel: CancelSignal): Promise<{ blocked: string } | { unrun: string } | undefined>;
}
