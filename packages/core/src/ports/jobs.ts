import type { JobEnd, JobId, JobOutput, OpId } from "@kestrel/protocol";

/** How a job ended; `report`: it failed inside Kestrel. */
export type EndedJob = { job: JobId; end: JobEnd; exitCode?: number; opId?: OpId; report?: string };

/**
 * Background commands of a session. Implemented by `@kestrel/tools`, started by its `job` tool.
 *
 * - An end is reported once, and only after the job was `announced`: then its start is logged.
 *
 * - `endAll` ends every job of a session, whole process trees, and resolves when all ends were reported. No job outlives the
 * daemon.
 */
export interface Jobs {
  watch(session: string, ended: (job: EndedJob) => Promise<void>): () => void;
  announced(session: string, job: JobId): void;
  /** Undefined for a job that this daemon never ran. */
  read(session: string, job: JobId): JobOutput | undefined;
  /** False when it does not run. Resolves when it has ended. */
  stop(session: string, job: JobId, opId?: OpId): Promise<boolean>;
  endAll(session: string): Promise<void>;
}
