import { type CrewJob, type CrewJobKind, type EventBody, type Failure, roleOfJob } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { visibleName } from "@kestrel/text";
import { Cancellation } from "../cancel/cancellation.ts";
import { failureFrom, passOver } from "../diagnostics/report-unexpected.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { CrewMember } from "../ports/crew.ts";
import type { ReportIds } from "../ports/diagnostics.ts";
import type { Host } from "../ports/host.ts";
import type { CrewLanes } from "./crew-lanes.ts";

/** Where a job is logged, and the clock that measures it. */
export type CrewJobParts = {
  agent: { host: Host };
  journal: {
    readonly state: SessionState;
    appendFrom(make: (state: SessionState) => readonly EventBody[]): Promise<void>;
  };
  /** Reports the job live. */
  lanes?: CrewLanes;
};

export type WantedJob = Pick<CrewJob, "model" | "turnId" | "callId" | "digest"> & {
  kind: CrewJobKind;
  /** Time limit. Milliseconds. */
  withinMs: number;
  /** Fires when the result is no longer wanted. */
  cancel: CancelSignal;
  /** Nothing waits for it: its whole duration counts as saved waiting. */
  unwaited?: boolean | undefined;
};

/** Time limit of work that nothing waits for. Milliseconds. */
export const unwaitedMs = 120_000;

/** A job's result, with the figures of the model's own server. */
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
 * One job of another model: limited in time, and logged as one `crew.job` when it is over. Resolves with the product once that is on disk;
 * undefined for any other outcome: late, refused, failed or stopped. Late or stopped work is cancelled and not waited for. Never rejects:
 * the caller has a fallback.
 */
export async function runJob<Product>(
  parts: CrewJobParts,
  wanted: WantedJob,
  work: (cancel: CancelSignal) => Promise<CrewWork<Product>>,
): Promise<Product | undefined> {
  return (await run(parts, wanted, work, (ended, close) => close(ended.used)))?.product;
}

/** A finished job that is not logged yet, until its product is used or not. */
export type DoneJob<Product> = { product: Product; close(used: boolean): Promise<void> };

/** The same when only later events show whether the product is used: the caller closes the job, once. */
export function beginJob<Product>(
  parts: CrewJobParts,
  wanted: WantedJob,
  work: (cancel: CancelSignal) => Promise<CrewWork<Product>>,
): Promise<DoneJob<Product> | undefined> {
  return run(parts, wanted, work, async () => true);
}

/** UTF-16 units of a model's name. */
const longestName = 60;

type Done<Product> = Extract<CrewWork<Product>, { outcome: "done" }>;

/** `settle` may write the job's log entry; resolves to whether the log is in order. */
async function run<Product>(
  { agent: { host }, journal, lanes }: CrewJobParts,
  { kind, withinMs, cancel: wanted, unwaited, model: named, ...rest }: WantedJob,
  work: (cancel: CancelSignal) => Promise<CrewWork<Product>>,
  settle: (
    ended: Done<Product>,
    close: (used: (state: SessionState) => boolean) => Promise<boolean>,
  ) => Promise<boolean>,
): Promise<DoneJob<Product> | undefined> {
  // The server chooses the name.
  const about = { ...rest, model: visibleName(named.slice(0, longestName)) };
  const role = roleOfJob[kind];
  const job = nextJob(journal);
  const { turnId, callId } = rest;
  const ids = { sessionId: journal.state.sessionId, turnId, callId };
  const leave = lanes?.enter({ job, kind, role, ...about });
  const began = host.now();
  const cancel = new Cancellation(wanted);
  const over = new Cancellation();
  const ended = await Promise.race([
    whenFired(cancel).then((): Ended => ({ outcome: "stopped" })),
    work(cancel).catch((error: unknown) => failedWork(error, host, ids)),
    host.wait(withinMs, over).then((): Ended => ({ outcome: "late" })),
  ]);
  const { outcome } = ended;
  const durationMs = Math.max(0, Math.round(host.now() - began));
  const line = (used: boolean): EventBody => ({
    type: "crew.job",
    ...{ job, kind, role, ...about },
    ...measuresOf(ended),
    ...{ outcome, used, durationMs },
    ...(unwaited && used && { savedMs: durationMs }),
  });
  // The turn itself handles a log that cannot be written.
  const close = (used: (state: SessionState) => boolean) =>
    journal
      .appendFrom((state) => [line(used(state))])
      .then(
        () => true,
        () => false, // expected: see above
      );
  // Queued before any event that follows from the end, so that the log has them in this order.
  const kept = ended.outcome === "done" ? settle(ended, close) : close(() => false);
  cancel.release();
  cancel.cancel();
  over.cancel();
  leave?.();
  if (!(await kept) || ended.outcome !== "done") return undefined;
  return { product: ended.product, close: async (used) => void (await close(() => used)) };
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

function failedWork(error: unknown, host: Host, ids: ReportIds): { outcome: "failed"; failure: Failure } {
  return { outcome: "failed", failure: failureFrom(host, "crew job", error, ids) };
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

/** Only ids of our own form count: after `k1e308` no number could follow. */
const ourName = /^k(\d{1,9})$/;

function highestIn({ crewJobs }: SessionState): number {
  let highest = 0;
  for (const { job } of crewJobs ?? []) highest = Math.max(highest, Number(ourName.exec(job)?.[1] ?? 0));
  return highest;
}

/** Tokens of a text by the main model's tokenizer, which needs no slot; undefined when it cannot count. */
export async function countedByLead(
  { backend, host }: Pick<AgentParts, "backend" | "host">,
  text: string,
): Promise<number | undefined> {
  const counted = await backend.countTexts?.([text]).catch(passOver(host, "counting tokens"));
  return counted?.[0];
}

/** Assumed size of an unknown window: that of the smallest ones in use. Tokens. */
const unknown = 4_096;

/** A model's window for reading and writing. Rejects when its server cannot be asked. */
export async function windowOf({ backend }: CrewMember): Promise<number> {
  return (await backend.facts()).window ?? unknown;
}
