import type { Mode, Prefix, SessionId } from "@kestrel/protocol";
import type { EventLog } from "../ports/event-log.ts";
import type { Host } from "../ports/host.ts";
import type { ModelBackend } from "../ports/model-backend.ts";
import type { Pictures } from "../ports/pictures.ts";
import type { StopHook } from "../ports/stop-hook.ts";
import type { Tool } from "../ports/tool.ts";

/** What a new session is born with; frozen into its first event. */
export type Opening = {
  sessionId: SessionId;
  /** Real path of the folder. */
  workspace: string;
  mode: Mode;
  /** Facts about the machine, put beside the first message. */
  machine: string;
  version: string;
  /** Words of the user's own that stand before the system text. */
  persona?: string;
  /** Whether reasoning is sent back to the model; it is unless the model's profile says otherwise. */
  reasoning?: Prefix["reasoning"];
  /** A session this one continues, and what to know of it. */
  continues?: { sessionId: SessionId; summary: string };
};

/** Numbers a session keeps to. */
export type Limits = {
  /** Requests in one turn before it stops by itself. */
  maxSteps: number;
  /** About so many tokens of thinking in one reply; then the model is told to answer. Default 8,192. */
  reasoningTokens?: number;
};

/** Everything a living session is made of. */
export type SessionParts = {
  log: EventLog;
  backend: ModelBackend;
  /** In their fixed order. */
  tools: readonly Tool[];
  host: Host;
  /** Without it messages have words only. */
  pictures?: Pictures;
  limits: Limits;
  stopHook?: StopHook;
  /** Needed when the log is empty; ignored otherwise. */
  opening?: Opening;
};
