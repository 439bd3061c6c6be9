import type { Mode, Prefix, Sampling, SessionId } from "@kestrel/protocol";
import type { Origin } from "@kestrel/protocol/access";
import type { HelperParent, InstructionSource, LoadoutStamp } from "@kestrel/protocol/api";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { EventLog } from "../ports/event-log.ts";
import type { OpeningLoadout } from "../ports/loadout-book.ts";

/** What a new session is born with; frozen into its first event. */
export type Opening = {
  sessionId: SessionId;
  /** Real path of the folder. */
  workspace: string;
  mode: Mode;
  /** Facts about the machine, put beside the first message. */
  machine: string;
  version: string;
  /** What the project's own files say, where the person trusts them. */
  instructions?: { text: string; sources: InstructionSource[] };
  /** What it is composed of; without one it has our words, every tool, and the catalogue of its folder. */
  loadout?: OpeningLoadout;
  /** Without one: the loadout of the session that asked for this one, whose rules hold in it as well. */
  under?: LoadoutStamp;
  /** Without a loadout: words that stand before ours, as a helper has them. */
  persona?: string;
  /** Whether reasoning is sent back to the model; it is unless the model's profile says otherwise. */
  reasoning?: Prefix["reasoning"];
  /** The tools its model was trained with, by name; it is offered no others. Left out: all there are. */
  tools?: readonly string[];
  /** The texts its model was trained on, by their name. */
  texts?: string;
  /** What it asks of the server beside what is configured. */
  sampling?: Sampling;
  /** The person's own part of the system text, behind everything else in it. */
  systemText?: string;
  /** Whether snapshots are taken around commands; without it, in the mode `auto`. */
  snapshots?: boolean;
  /** Of a helper: whose call it answers. */
  parent?: HelperParent;
  /** The channel that it belongs to. */
  origin?: Origin;
  /** A session this one continues, and what to know of it. */
  continues?: { sessionId: SessionId; summary: string };
};

/** What a living session is made of. */
export type SessionParts = {
  log: EventLog;
  /** Needed when the log is empty; ignored otherwise. */
  opening?: Opening;
  agent: AgentParts;
};
