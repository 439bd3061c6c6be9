import type { SandboxStatus } from "@kestrel/protocol/api";
import type { Command, CommandEnd } from "./command-runner.ts";

/**
 * What stands around commands that no person watches. Implemented by `@kestrel/runtime`.
 *
 * - `status` runs one harmless command in it when it is first asked, never before, and remembers what came of it. It never rejects.
 * - `enter` gives the command that runs another one inside, as its confinement says. It does nothing until it is run. It rejects
 *   where there is no sandbox.
 */
export interface Sandbox {
  status(): Promise<SandboxStatus>;
  enter(command: Command): Promise<EnteredCommand>;
  /** The ports on which jobs of a session listen, where they and its commands share a loopback; undefined while they share none. */
  listening?(session: string): Promise<readonly number[] | undefined>;
  /** Folders inside the sandbox that a session's commands keep, such as `/tmp`, each with its folder on this machine. */
  kept?(session: string): Promise<ReadonlyMap<string, string>>;
}

/** A command that was put into the sandbox: what to run in its place, and what its end means. */
export type EnteredCommand = {
  command: Command;
  /** Called once at the end, with the first output. `again`: it did not run, and may when it is entered again. */
  leave(end: CommandEnd, words: string): Promise<CommandEnd & { again?: true }>;
};
