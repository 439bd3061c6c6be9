import type { SandboxStatus } from "@kestrel/protocol/api";
import type { Command, CommandEnd } from "./command-runner.ts";

/**
 * What stands around commands that nobody watches. Implemented by `@kestrel/runtime`.
 *
 * - `status` runs one harmless command in it when it is first asked, never before, and remembers what came of it. It never rejects.
 * - `enter` gives the command that runs another one inside, as its confinement says. It does nothing until it is run. It rejects
 *   where there is no sandbox.
 */
export interface Sandbox {
  status(): Promise<SandboxStatus>;
  enter(command: Command): Promise<EnteredCommand>;
}

/** A command that was put into the sandbox: what to run in its place, and what its end means. */
export type EnteredCommand = {
  command: Command;
  /** Called once, when it is over, with the first words that came out. `again`: it did not run, and may if it is entered anew. */
  leave(end: CommandEnd, words: string): Promise<CommandEnd & { again?: true }>;
};
