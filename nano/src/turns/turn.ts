import type { Exchange } from "../scene.ts";

/** What is said between two messages of the user, the user's own included. */
export type Turn = {
  skill: string;
  /** What Kestrel puts before the user's words: a prompt of the library, a skill. */
  notes?: readonly string[];
  user: string;
  parts: readonly Part[];
  /** The user says no to the last call of the turn. */
  denied?: boolean;
  /** The session is in plan mode. */
  planned?: boolean;
  says: readonly string[];
};

export type Part =
  | { kind: "call"; exchange: Exchange }
  | { kind: "words"; text: string }
  /** Kestrel itself speaks, in the user's place. */
  | { kind: "reminder"; text: string };
