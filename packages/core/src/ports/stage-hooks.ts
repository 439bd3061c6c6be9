import type { Mode, TurnEndReason } from "@kestrel/protocol";
import type { HookAnswer, HookStage } from "@kestrel/protocol/api";
import type { CancelSignal } from "./cancel-signal.ts";

/** What a hook is told of a call. `arguments` is JSON text. */
type HookedCall = { callId: string; tool: string; arguments: string };

/** What a hook is asked about. */
export type HookOccasion =
  | { stage: "session_opened" }
  | { stage: "prompt_submitted"; prompt: string }
  | { stage: "before_call"; call: HookedCall }
  | { stage: "after_call"; call: HookedCall; outcome: "ok" | "error"; content: string }
  | { stage: "compaction"; why: string }
  /** `held`: how often hooks had this turn go on already. With another reason than `done` it is over. */
  | { stage: "turn_ended"; reason: TurnEndReason; reply: string; held: number };

/** Whose session it is about. */
export type HookedSession = { sessionId: string; workspace: string; mode: Mode };

/**
 * Hooks of the user's: commands and plugins that are asked at the stages of a session. They may deny, have the person asked, and
 * add a note; they rewrite nothing.
 *
 * - It never rejects, and is bounded in time and in words. One that cannot be run is an answer of its own.
 * - It ends within 500 ms of `cancel`, with what was said by then.
 */
export interface StageHooks {
  /** Whether anybody is asked at that stage in that folder. */
  any(stage: HookStage, workspace: string): Promise<boolean>;
  /** What the hooks said that was more than nothing, in their order. */
  ask(occasion: HookOccasion, session: HookedSession, cancel: CancelSignal): Promise<readonly HookAnswer[]>;
}
