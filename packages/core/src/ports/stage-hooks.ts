import type { Mode, TurnEndReason } from "@kestrel/protocol";
import type { HookAnswer, HookStage } from "@kestrel/protocol/api";
import type { CancelSignal } from "./cancel-signal.ts";

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
