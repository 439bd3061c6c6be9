import type { CommandEnd, EndedJob, Jobs } from "@kestrel/core";
import type { JobId, JobOutput, OpId } from "@kestrel/protocol";

/** Limits per session and for the daemon. */
const mostRunning = { session: 4, daemon: 12 } as const;
/** Ended jobs that can still be read. */
const mostEnded = 24;

/** A running command, and how to stop it. */
export type StartedJob = {
  command: string;
  output(): Pick<JobOutput, "tail" | "written">;
  /** Resolves when the command and its child processes have ended. Never rejects. */
  ended: Promise<CommandEnd>;
  flooded(): boolean;
  /** Whether it runs in the sandbox, without this machine's network. */
  confined: boolean;
  /** The protected path that it recreated repeatedly, if it was ended for that. */
  again(): string | undefined;
  stop(): void;
};

type Job = StartedJob & {
  job: JobId;
  session: string;
  announced: boolean;
  end?: EndedJob;
  stoppedBy?: { opId?: OpId; end: "stopped" | "shutdown" };
};

export type JobTable = Jobs & {
  /** Why no further job may start; undefined when one may. */
  full(session: string): string | undefined;
  /** Running jobs of all sessions. */
  running(): number;
  begin(session: string, started: StartedJob): JobId;
  list(session: string): { job: JobId; command: string; end?: EndedJob }[];
  started(session: string, job: JobId): StartedJob | undefined;
};

/** The jobs of all sessions of this daemon. */
export function jobTable(): JobTable {
  const jobs: Job[] = [];
  const counts = new Map<string, number>();
  const watchers = new Map<string, (job: EndedJob) => Promise<void>>();
  const told = new WeakMap<Job, Promise<void>>();
  const of = (session: string) => jobs.filter((one) => one.session === session);
  const named = (session: string, job: JobId) => of(session).find((one) => one.job === job);
  const running = (list: readonly Job[]) => list.filter(({ end }) => end === undefined);

  const tell = (job: Job) => {
    if (!job.announced || !job.end || told.has(job)) return;
    told.set(job, watchers.get(job.session)?.(job.end) ?? Promise.resolve());
  };
  const over = (job: Job, end: CommandEnd) => {
    job.end = endOf(job, end);
    tell(job);
    const ended = jobs.filter((one) => one.end);
    for (const old of ended.slice(0, Math.max(0, ended.length - mostEnded)))
      jobs.splice(jobs.indexOf(old), 1);
  };
  const stop = async (job: Job, stoppedBy: NonNullable<Job["stoppedBy"]>) => {
    job.stoppedBy ??= stoppedBy;
    job.stop();
    await job.ended;
  };
  return {
    running: () => running(jobs).length,
    full: (session) => {
      if (running(of(session)).length >= mostRunning.session)
        return `${mostRunning.session} jobs run already`;
      return running(jobs).length >= mostRunning.daemon
        ? `${mostRunning.daemon} jobs run in all sessions`
        : undefined;
    },
    begin(session, started) {
      const count = (counts.get(session) ?? 0) + 1;
      counts.set(session, count);
      const job: Job = { ...started, job: `j${count}`, session, announced: false };
      jobs.push(job);
      job.ended = started.ended.then((end) => {
        over(job, end);
        return end;
      });
      return job.job;
    },
    started: named,
    list: (session) => of(session).map(({ job, command, end }) => ({ job, command, end })),
    watch(session, ended) {
      watchers.set(session, ended);
      return () => watchers.delete(session);
    },
    announced(session, id) {
      const job = named(session, id);
      if (!job) return;
      job.announced = true;
      tell(job);
    },
    read(session, id) {
      const job = named(session, id);
      return job && { ...job.output(), running: job.end === undefined };
    },
    async stop(session, id, opId) {
      const job = named(session, id);
      if (!job || job.end) return false;
      await stop(job, { opId, end: "stopped" });
      await told.get(job);
      return true;
    },
    async endAll(session) {
      const all = running(of(session));
      await Promise.all(all.map((job) => stop(job, { end: "shutdown" })));
      await Promise.all(of(session).map((job) => told.get(job)));
    },
  };
}

function endOf({ job, stoppedBy, flooded, again }: Job, end: CommandEnd): EndedJob {
  switch (end.kind) {
    case "exited":
      return stoppedBy ? { job, ...stoppedBy } : { job, end: "exited", exitCode: end.code };
    case "signalled":
      return stoppedBy ? { job, ...stoppedBy } : { job, end: "signalled" };
    case "cancelled":
    case "timed-out":
      if (stoppedBy) return { job, ...stoppedBy };
      if (again() !== undefined) return { job, end: "guarded" };
      return { job, end: flooded() ? "flooded" : "stopped" };
    case "not-started":
      return { job, end: "failed", ...(end.report !== undefined && { report: end.report }) };
    case "not-confined":
      return { job, end: "failed" };
    default:
      return end satisfies never;
  }
}
