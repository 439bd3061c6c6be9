import type { CompactionCause, OpId } from "@kestrel/protocol";
import type { TurnParts } from "./turn-parts.ts";

/** What a compaction works with: a turn's parts, or as much of them as there is between turns. */
export type CompactionParts = Pick<
  TurnParts,
  "agent" | "journal" | "images" | "cancel" | "turnId" | "reasoningStop" | "lanes"
>;

/** Why room is made, and how. */
export type MakingRoom = {
  why: CompactionCause;
  /** Tokens that the next request has as things stand. */
  needed: number;
  step: number;
  /** A demonstration model writes no notes. */
  demo?: boolean;
  matters?: string;
  opId?: OpId;
  /** Nobody waits: the server reads the new prompt before it takes the place of the old one. */
  ahead?: boolean;
};

/** What came of it: so many tokens were freed, or would have been, which was not worth a break. */
export type RoomMade =
  | { kind: "compacted"; freed: number }
  | { kind: "in_vain"; freed: number }
  /** Stopped, or it made room for another session that speaks. */
  | { kind: "cancelled" };
