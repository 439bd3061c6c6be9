import type { Command, EnteredCommand } from "@kestrel/core";

/** So often a command is entered anew: sockets come and go meanwhile. */
export const mostTries = 5;

/** How one system makes a sandbox. */
export type SandboxMaker = {
  by: "bubblewrap" | "seatbelt";
  enter(command: Command): Promise<EnteredCommand>;
  /** Runs one harmless command inside; the words of what went wrong, or undefined when nothing did. */
  probe(): Promise<string | undefined>;
  /** Sockets that commands inside can reach, because they could not be hidden. */
  exposed?(): readonly string[];
  /** See `Sandbox.listening`. */
  listening?(session: string): Promise<readonly number[] | undefined>;
  /** See `Sandbox.kept`. */
  kept?(session: string): Promise<ReadonlyMap<string, string>>;
};
