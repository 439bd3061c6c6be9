import type { SandboxStatus } from "@kestrel/protocol/api";

/**
 * What stands around commands that nobody watches. Implemented by `@kestrel/runtime`.
 *
 * - `status` runs one harmless command in it when it is first asked, never before, and remembers what came of it. It never rejects.
 */
export interface Sandbox {
  status(): Promise<SandboxStatus>;
}

/**
 * What a command in the sandbox may do. Everything outside `writable` can only be read, and what is `hidden` not even that.
 * Real, absolute paths. Later lists win: what is hidden stays hidden inside a writable folder.
 */
export type Confinement = {
  /** The network of this machine and beyond; without it there is none at all, not even loopback. */
  network: boolean;
  writable: readonly string[];
  /**
   * Within `writable`: what is there is read-only, and what is not there cannot be made. A place that does not exist is held
   * by an empty folder or file for as long as a command of that folder runs.
   */
  sealed: readonly { path: string; kind: "folder" | "file" }[];
  hidden: readonly string[];
  /** What may be read within the hidden places, and not written. */
  readable?: readonly string[];
};
