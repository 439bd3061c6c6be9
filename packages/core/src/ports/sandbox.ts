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
  /** The ports of a session's jobs, if they share a loopback with its commands; undefined if they do not. */
  listening?(session: string): Promise<readonly number[] | undefined>;
  /** A session's persistent folders inside the sandbox, such as `/tmp`, each with its folder on this machine. */
  kept?(session: string): Promise<ReadonlyMap<string, string>>;
}

/** A sandboxed command: what to run instead, and how to interpret its end. */
export type EnteredCommand = {
  command: Command;
  /** Called once at the end, with the first output. `again`: it did not run, and may on another attempt. */
  leave(end: CommandEnd, words: string): Promise<CommandEnd & { again?: true }>;
};
