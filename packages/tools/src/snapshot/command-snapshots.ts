import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { CancelSignal } from "@kestrel/core";
import { passOver, reportUnexpected } from "@kestrel/diagnostics";
import type { CommandCoverage, UncoveredReason } from "@kestrel/protocol";
import type { Blobs } from "../change/file-blobs.ts";
import { type Bounds, boundsOf, type OwnFolders } from "../place/confined-path.ts";
import { freeFromPipes } from "../place/free-from-pipes.ts";
import { changesBetween } from "./changes-between.ts";
import { NoSnapshot } from "./run-git.ts";
import { makeSnapshotPlace, type SnapshotPlace } from "./snapshot-place.ts";
import { type Indexed, type Snapshot, takeSnapshot } from "./take-snapshot.ts";

type Patience = { first: number; usual: number; stopped: number };

type Parts = Pick<OwnFolders, "closedFolders" | "openFolders"> & {
  /** Emptied at the first snapshot: its content is needed only while a command runs. */
  folder: string;
  blobs: Blobs;
  /** Environment for finding git. Default: this process's environment. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds; defaults: 20,000 for the first snapshot of a workspace, 10,000 for each further one, 3,000 after a stop. */
  patience?: Patience;
};

/** A command that is about to run. */
export interface WatchedCommand {
  /** Why its changes will not be recorded; undefined when they will, or when the wait was cancelled. */
  readonly missing: UncoveredReason | undefined;
  /** Its changes, once it has ended. Never rejects. */
  settle(cancel: CancelSignal): Promise<CommandCoverage>;
}

/** Milliseconds before the next attempt in a workspace where a snapshot failed. */
const restMs = 600_000;
/** Bytes and snapshots after which the repository is created again. */
const mostWritten = 512 * 1024 * 1024;
const mostTimes = 500;

const usualPatience: Patience = { first: 20_000, usual: 10_000, stopped: 3_000 };

/** Takes snapshots around commands, in a repository and an index of its own. */
export class CommandSnapshots {
  readonly #parts: Parts;
  readonly #places = new Map<string, WatchedWorkspace>();
  #emptied: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Why the last snapshot failed. Undefined once the session may run commands without one. */
  missing(workspace: string, session: string): UncoveredReason | undefined {
    return this.#places.get(workspace)?.missing(session);
  }

  /** Allows the session to run commands without a snapshot, until one succeeds again. */
  goOnWithout(workspace: string, session: string): void {
    this.#places.get(workspace)?.goOnWithout(session);
  }

  /** The files before a command runs. Never rejects; `cancel` ends the wait. */
  async before(workspace: string, cancel: CancelSignal): Promise<WatchedCommand> {
    const { folder } = this.#parts;
    this.#emptied ??= rm(folder, { recursive: true, force: true });
    await this.#emptied.catch(passOver("emptying the snapshots"));
    const name = createHash("sha256").update(workspace).digest("hex").slice(0, 32);
    const place =
      this.#places.get(workspace) ?? new WatchedWorkspace(this.#parts, workspace, join(folder, name));
    this.#places.set(workspace, place);
    const before = await place.take(cancel);
    return {
      missing: before instanceof NoSnapshot && !cancel.aborted ? before.reason : undefined,
      settle: async (late) => (before instanceof NoSnapshot ? uncovered(before) : place.since(before, late)),
    };
  }
}

/** One snapshot at a time: sessions in the same folder share the index. */
class WatchedWorkspace {
  readonly #parts: Parts;
  readonly #workspace: string;
  readonly #folder: string;
  #turn: Promise<unknown> = Promise.resolve();
  #ready: { place: SnapshotPlace; bounds: Bounds; indexed: Indexed } | undefined;
  /** Snapshots still needed: their data must stay in the repository. */
  #awaited = 0;
  #given: { reason: UncoveredReason; until: number } | undefined;
  #failed: UncoveredReason | undefined;
  /** Sessions that continue without a snapshot. */
  readonly #without = new Set<string>();

  constructor(parts: Parts, workspace: string, folder: string) {
    this.#parts = parts;
    this.#workspace = workspace;
    this.#folder = folder;
  }

  missing(session: string): UncoveredReason | undefined {
    return this.#without.has(session) ? undefined : this.#failed;
  }

  goOnWithout(session: string): void {
    this.#without.add(session);
  }

  take(cancel: CancelSignal): Promise<Snapshot | NoSnapshot> {
    return this.#alone(async () => {
      if (this.#given && Date.now() < this.#given.until) return new NoSnapshot(this.#given.reason);
      this.#given = undefined;
      try {
        const snapshot = await this.#snapshot(this.#patience(cancel, "stop"));
        this.#awaited += 1;
        this.#failed = undefined;
        this.#without.clear();
        return snapshot;
      } catch (error) {
        this.#ready = undefined;
        const failure = failureOf(error);
        if (cancel.aborted) return failure;
        this.#failed = failure.reason;
        this.#given = { reason: failure.reason, until: Date.now() + restMs };
        return failure;
      }
    });
  }

  since(before: Snapshot, cancel: CancelSignal): Promise<CommandCoverage> {
    return this.#alone(async () => {
      try {
        const signal = this.#patience(cancel, "hurry");
        const after = await this.#snapshot(signal);
        if (!this.#ready) throw new NoSnapshot("failed");
        return await changesBetween(this.#ready.place, [before, after], this.#parts.blobs, signal);
      } catch (error) {
        this.#ready = undefined;
        const failure = failureOf(error);
        if (!cancel.aborted) this.#failed = failure.reason;
        return uncovered(failure);
      } finally {
        this.#awaited -= 1;
      }
    });
  }

  async #snapshot(signal: AbortSignal): Promise<Snapshot> {
    const { written = 0, times = 0 } = this.#ready?.indexed ?? {};
    if (this.#awaited === 0 && (written > mostWritten || times > mostTimes)) this.#ready = undefined;
    if (!this.#ready) {
      const { environment = process.env } = this.#parts;
      const bounds = await boundsOf(this.#workspace, this.#parts);
      const place = await makeSnapshotPlace(this.#folder, bounds, environment);
      this.#ready = {
        place,
        bounds,
        indexed: { files: new Map(), leftOut: new Map(), written: 0, times: 0 },
      };
    }
    const { place, bounds, indexed } = this.#ready;
    const held = new AbortController();
    const over = freeFromPipes(this.#workspace, () => held.abort());
    try {
      return await takeSnapshot(place, bounds, indexed, AbortSignal.any([signal, held.signal]));
    } finally {
      over();
    }
  }

  /** A stop cancels the snapshot before a command and shortens the one after it. */
  #patience(cancel: CancelSignal, onStop: "stop" | "hurry"): AbortSignal {
    const { first, usual, stopped } = this.#parts.patience ?? usualPatience;
    if (onStop === "hurry") return AbortSignal.timeout(cancel.aborted ? stopped : usual);
    const stop = new AbortController();
    if (cancel.aborted) stop.abort();
    cancel.addEventListener("abort", () => stop.abort(), { once: true });
    // Not `AbortSignal.timeout` in `any`: once collected it never aborts (Node 20).
    setTimeout(() => stop.abort(), this.#ready ? usual : first).unref();
    return stop.signal;
  }

  #alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined); // expected: the caller is told
    return done;
  }
}

function failureOf(error: unknown): NoSnapshot {
  if (error instanceof NoSnapshot) return error;
  reportUnexpected("snapshot", error);
  return new NoSnapshot("failed");
}

function uncovered({ reason }: NoSnapshot): CommandCoverage {
  return { files: [], uncovered: reason };
}
