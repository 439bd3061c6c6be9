import type { CallHooks } from "./call-hooks.ts";
import type { Host } from "./host.ts";
import type { ModelBackend } from "./model-backend.ts";
import type { Pictures } from "./pictures.ts";
import type { StopHook } from "./stop-hook.ts";
import type { Tool } from "./tool.ts";

/** Numbers a session keeps to. */
export type Limits = {
  /** Requests in one turn before it stops by itself. */
  maxSteps: number;
  /** About so many tokens of thinking in one reply; then the model is told to answer. Default 8,192. */
  reasoningTokens?: number;
};

/** Rules that are not the agent's own: the user's, a mode's, a critic's. */
export type Hooks = {
  /** Asked when a turn wants to end well. */
  stop?: StopHook;
  /** Asked on the way of every call. */
  calls?: CallHooks;
};

/** Everything an agent works with. Made once by the composition and handed on whole; whoever uses a part takes it from here. */
export type AgentParts = {
  backend: ModelBackend;
  /** In their fixed order. */
  tools: readonly Tool[];
  host: Host;
  limits: Limits;
  /** Without it messages have words only. */
  images?: Pictures;
  hooks?: Hooks;
};
