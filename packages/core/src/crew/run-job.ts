import {
  type CrewJob,
  type CrewJobKind,
  type EventBody,
  type Failure,
  roleOfJob,
  type SessionState,
} from "@kestrel/protocol";
import { Cancellation } from "../cancel/cancellation.ts";
import { KestrelError } from "../errors.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { Host } from "../ports/host.ts";

/** Where the line of a job is kept, and by whose clock it is measured. */
export type CrewJobParts = {
  agent: { host: Host };
  journal: {
    readonly state: SessionState;
    appendFrom(make: (state: SessionState) => readonly EventBody[]): Promise<void>;
  };
};

export type WantedJob = Pick<CrewJob, "model" | "turnId" | "callId" | "digest"> & {
  kind: CrewJobKind;
  /** Milliseconds after which nobody waits any longer. */
  withinMs: number;
  /** Fires when it is wanted no more. */
  cancel: CancelSignal;
};

/** What a member's work came to, by the numbers of its own server. */
export type CrewWork<Product> = Pick<
  CrewJob,
  "tokensIn" | "tokensOut" | "savedTokens" | "savedMs" | "verdict"
> &
  (
    | {
        outcome: "done";
        product: Product /** Asked when its line is written. */;
        used(state: SessionState): boolean;
      }
    | { outcome: "refused" }
    | { outcome: "failed"; failure: Failure }
  );

/**
 * One piece of work of a crew member: bounded in time, and one `crew.job` in the log when it is over. Resolves with the product
 * when that line is on disk; undefined for everything else that may become of it: late, refused, failed or stopped. Work that is
 * late or stopped is called off and not waited for. Never rejects: whoever asks has another way.
 */
export async function runJob<Product>(
  { agent: { host }, journal }: CrewJobParts,
  { kind, withinMs, cancel: wanted, ...about }: WantedJob,
  work: (cancel: CancelSignal) => Promise<CrewWork<Product>>,
): Promise<Product | undefined> {
  const job = nextJob(journal);
  const began = host.now();
  const cancel = new Cancellation(wanted);
  const over = new Cancellation();
  const ended = await Promise.race([
    whenFired(cancel).then((): Ended => ({ outcome: "stopped" })),
    work(cancel).catch(failedWork),
    host.wait(withinMs, over).then((): Ended => ({ outcome: "late" })),
  ]);
  const { outcome } = ended;
  const line = (state: SessionState): EventBody => ({
    type: "crew.job",
    ...{ job, kind, role: roleOfJob[kind], ...about },
    ...measuresOf(ended),
    outcome,
    used: ended.outcome === "done" && ended.used(state),
    durationMs: Math.max(0, Math.round(host.now() - began)),
  });
  // Queued before anything that follows from the end, so that the log tells them in this order.
  const kept = journal.appendFrom((state) => [line(state)]);
  cancel.release();
  cancel.cancel();
  over.cancel();
  // A log that cannot be written is the turn's own trouble.
  const isKept = await kept.then(
    () => true,
    () => false,
  );
  return isKept && ended.outcome === "done" ? ended.product : undefined;
}

type Ended = { outcome: "stopped" } | { outcome: "late" };

function measuresOf<Product>(ended: CrewWork<Product> | Ended): Partial<CrewJob> {
  if (ended.outcome === "stopped" || ended.outcome === "late") return {};
  const { tokensIn, tokensOut, savedTokens, savedMs, verdict } = ended;
  return {
    ...{ tokensIn, tokensOut, savedTokens, savedMs, verdict },
    ...(ended.outcome === "failed" && { failure: ended.failure }),
  };
}

function failedWork(error: unknown): { outcome: "failed"; failure: Failure } {
  const failure: Failure =
    error instanceof KestrelError ? { code: error.code, params: error.params } : { code: "internal" };
  return { outcome: "failed", failure };
}

function whenFired(cancel: CancelSignal): Promise<void> {
  if (cancel.aborted) return Promise.resolve();
  return new Promise((resolve) => cancel.addEventListener("abort", () => resolve(), { once: true }));
}

/** Jobs of a session that began since it was opened here; those of an earlier run are in its log. */
const begun = new WeakMap<CrewJobParts["journal"], number>();

function nextJob(journal: CrewJobParts["journal"]): string {
  const before = begun.get(journal) ?? highestIn(journal.state);
  begun.set(journal, before + 1);
  return `k${before + 1}`;
}

function highestIn({ crewJobs }: SessionState): number {
  let highest = 0;
  for (const { job } of crewJobs ?? []) highest = Math.max(highest, Number(job.slice(1)) || 0);
  return highest;
}
