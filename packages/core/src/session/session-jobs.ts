import type { EventBody, JobId, OpId } from "@kestrel/protocol";
import { runningJobs, type SessionState } from "@kestrel/session-state";
import { passOver } from "../diagnostics/report-unexpected.ts";
import { KestrelError } from "../errors.ts";
import type { SessionJournal } from "../journal/session-journal.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { Host } from "../ports/host.ts";
import type { Jobs } from "../ports/jobs.ts";

/** Jobs that still run according to a reloaded log: they ended with the program that ran them. */
export function jobsCutOff(state: SessionState): EventBody[] {
  return runningJobs(state).map(({ job }) => ({ type: "job.ended", job, end: "interrupted" }));
}

/** The jobs of one open session: their ends are logged in it, and they end with it. */
export class SessionJobs {
  readonly #jobs: Jobs | undefined;
  readonly #host: Host;
  readonly #journal: SessionJournal;
  #forget = () => {};

  constructor({ jobs, host }: Pick<AgentParts, "jobs" | "host">, journal: SessionJournal) {
    this.#jobs = jobs;
    this.#host = host;
    this.#journal = journal;
  }

  begin(): void {
    const session = this.#journal.state.sessionId;
    if (session === undefined || !this.#jobs) return;
    this.#forget = this.#jobs.watch(session, (ended) =>
      this.#journal.append({ type: "job.ended", ...ended }).catch(passOver(this.#host, "ending a job")),
    );
  }

  /** Rejects with `not_found` when it does not run. */
  async stop(job: JobId, opId: OpId): Promise<void> {
    const session = this.#journal.state.sessionId;
    const stopped = session !== undefined && (await this.#jobs?.stop(session, job, opId));
    if (!stopped) throw new KestrelError("not_found", "no such job runs", { words: job });
  }

  async end(): Promise<void> {
    const session = this.#journal.state.sessionId;
    if (session !== undefined) await this.#jobs?.endAll(session);
    this.#forget();
  }
}
