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

/**
 * What a command in the sandbox may do. Everything outside `writable` can only be read, and what is `hidden` not even that.
 * Real, absolute paths. Later lists win: what is hidden stays hidden inside a writable folder.
 */
export type Confinement = {
  /** The network of this machine and beyond; without it there is none at all, not even loopback. */
  network: boolean;
  writable: readonly string[];
  /** Nothing can be written: what is `writable` is there, wherever it lies, and can only be read. */
  readOnly?: true;
  /**
   * Within `writable`: what is there is read-only, and what is not there cannot be made. A place that does not exist is held
   * by an empty folder or file for as long as a command of that folder runs.
   */
  sealed: readonly { path: string; kind: "folder" | "file" }[];
  hidden: readonly string[];
  /** What may be read within the hidden places, and not written. */
  readable?: readonly string[];
};
