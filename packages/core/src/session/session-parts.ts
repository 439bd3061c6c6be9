import type { Mode, Prefix, Sampling, SessionId } from "@kestrel/protocol";
import type { Origin } from "@kestrel/protocol/access";
import type { HelperParent, InstructionSource, LoadoutStamp } from "@kestrel/protocol/api";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { EventLog } from "../ports/event-log.ts";
import type { OpeningLoadout } from "../ports/loadout-book.ts";

/** The parts of a new session; frozen into its first event. */
export type Opening = {
  sessionId: SessionId;
  /** Real path of the folder. */
  workspace: string;
  mode: Mode;
  /** Facts about the machine, added to the first message. */
  machine: string;
  version: string;
  /** The project's instruction files, when the user trusts them. */
  instructions?: { text: string; sources: InstructionSource[] };
  /** Its loadout; without one it has Kestrel's prompt, every tool, and the catalogue of its folder. */
  loadout?: OpeningLoadout;
  /** Without one: the loadout of the session that asked for this one, whose rules apply in it as well. */
  under?: LoadoutStamp;
  /** Without a loadout: text before Kestrel's own, as for a subagent. */
  persona?: string;
  /** Whether reasoning is sent back to the model: yes, unless the model's profile excludes it. */
  reasoning?: Prefix["reasoning"];
  /** The tools its model was trained with, by name; no others are offered. Default: all. */
  tools?: readonly string[];
  /** The name of the texts its model was trained on. */
  texts?: string;
  /** Request parameters that override the configured ones. */
  sampling?: Sampling;
  /** The user's part of the system prompt, at its end. */
  systemText?: string;
  /** Whether snapshots are taken around commands; without it, in the mode `auto`. */
  snapshots?: boolean;
  /** Of a subagent: the call it answers. */
  parent?: HelperParent;
  /** The channel that it belongs to. */
  origin?: Origin;
  /** The session this one continues, and its summary. */
  continues?: { sessionId: SessionId; summary: string };
};

/** The parts of an open session. */
export type SessionParts = {
  log: EventLog;
  /** Needed when the log is empty; ignored otherwise. */
  opening?: Opening;
  agent: AgentParts;
};
