import type { Command, EnteredCommand } from "@kestrel/core";

/** Retries of a command: sockets come and go meanwhile. */
export const mostTries = 5;

/** One operating system's sandbox. */
export type SandboxMaker = {
  by: "bubblewrap" | "seatbelt";
  enter(command: Command): Promise<EnteredCommand>;
  /** Runs one harmless command inside; returns the error message, or undefined on success. */
  probe(): Promise<string | undefined>;
  /** Sockets reachable from inside because they could not be hidden. */
  exposed?(): readonly string[];
  /** See `Sandbox.listening`. */
  listening?(session: string): Promise<readonly number[] | undefined>;
  /** See `Sandbox.kept`. */
  kept?(session: string): Promise<ReadonlyMap<string, string>>;
};
