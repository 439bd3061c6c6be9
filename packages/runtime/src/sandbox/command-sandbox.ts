import type { Command, CommandEnd, Sandbox } from "@kestrel/core";

/** So often a command is entered anew: sockets come and go meanwhile. */
export const mostTries = 5;

/** A command that was put into the sandbox: what to run in its place, and what its end means. */
export type EnteredCommand = {
  command: Command;
  /** Called once, when it is over, with the first words that came out. `again`: it did not run, and may if it is entered anew. */
  leave(end: CommandEnd, words: string): Promise<CommandEnd & { again?: true }>;
};

/** What the command runner asks of a sandbox. */
export interface CommandSandbox extends Sandbox {
  /** The same command inside. It does nothing until it is run. */
  enter(command: Command): Promise<EnteredCommand>;
}

/** How one system makes a sandbox. */
export type SandboxMaker = {
  by: "bubblewrap" | "seatbelt";
  enter(command: Command): Promise<EnteredCommand>;
  /** Runs one harmless command inside; the words of what went wrong, or undefined when nothing did. */
  probe(): Promise<string | undefined>;
  /** Sockets that commands inside can reach, because they could not be hidden. */
  exposed?(): readonly string[];
};
