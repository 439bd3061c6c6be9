import { constants, existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import {
  type CheckRunner,
  foldLoop,
  type GateHook,
  KestrelError,
  type LoopArchive,
  type LoopLog,
  planDoubts,
  readPlan,
  type Sandbox,
  type StampedLoopEvent,
  type Worktrees,
} from "@kestrel/core";
import { absent, passOver, reportUnexpected } from "@kestrel/diagnostics";
import {
  type LoopEvent,
  type LoopId,
  type LoopPlan,
  type LoopState,
  longestPlan,
  type PlanDoubt,
} from "@kestrel/protocol/loop";
import { matchesPath } from "@kestrel/text";
import type { OpenSessions } from "../sessions/open-sessions.ts";
import { lacksRoom } from "./lacks-room.ts";
import { type LivingLoop, workLoop } from "./work-loop.ts";

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

export type LoopParts = {
  archive: LoopArchive;
  /** Where their logs and sessions are written. */
  dataFolder: string;
  worktrees: Worktrees;
  checks: CheckRunner;
  sandbox: Pick<Sandbox, "status">;
  digest(text: string): string;
  /** Resolves when a model can be asked, or when that cannot be waited for. */
  ready(signal: AbortSignal): Promise<void>;
  newId(): LoopId;
  /** A loop is over, or needs a person. */
  tell(loop: LoopState): void;
};

type Known = {
  state: LoopState;
  log: LoopLog;
  /** Appends one after the other. */
  writing: Promise<unknown>;
  stop?: AbortController;
  over?: Promise<void>;
};

const refused = (reason: string, params: { name?: string } = {}) =>
  new KestrelError("loop_refused", `a loop was refused: ${reason}`, { reason: `loop_${reason}`, ...params });

/** Loops: one runs at a time, unattended, each in a worktree of its own. What happened is in its log before anything follows from it. */
export class LoopRuns {
  readonly #parts: LoopParts;
  readonly #known = new Map<LoopId, Known>();
  #sessions: Pick<OpenSessions, "open" | "get" | "apply" | "working"> | undefined;
  #loading: Promise<void> | undefined;
  #closing = false;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  /** Where their sessions are opened. Resumes work that a crash or a stop of the daemon interrupted. */
  serve(sessions: Pick<OpenSessions, "open" | "get" | "apply" | "working">): void {
    this.#sessions = sessions;
    this.#load().catch(passOver("reading the logs of loops"));
  }

  /** Whether one runs: the daemon stays awake for it. */
  running(): boolean {
    return this.#now() !== undefined;
  }

  /** Whether code checks the work in that folder: no turn there is held back to be checked. */
  readonly checked = (workspace: string): boolean => this.#at(workspace) !== undefined;

  /** Runs after the gate during a loop. Denies what would ask the user, and lists it in the report. */
  get gate(): GateHook | undefined {
    return this.running() ? (...asked) => this.#judge(...asked) : undefined;
  }

  plan(text: string, workspace: string): { plan: LoopPlan; digest: string; doubts: PlanDoubt[] } {
    const plan = readPlan(text);
    const doubts = planDoubts(plan, (path) => existsSync(join(workspace, path)));
    return { plan, digest: this.#parts.digest(text), doubts };
  }

  /** The text of `PLAN.md` there. Rejects with `loop_refused` where there is none that can be edited. */
  async draft(workspace: string): Promise<string> {
    const file = await open(join(workspace, "PLAN.md"), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(absent);
    try {
      const found = await file?.stat();
      if (!file || !found?.isFile() || found.size > longestPlan) throw refused("no_draft");
      return await file.readFile("utf8");
    } finally {
      await file?.close();
    }
  }

  async list(): Promise<LoopState[]> {
    await this.#load();
    const all = [...this.#known.values()].map(({ state }) => state);
    return all
      .filter(({ phase }) => phase !== "dropped")
      .sort((one, other) => (one.openedAt < other.openedAt ? 1 : -1));
  }

  /** Starts an accepted plan. Rejects with `loop_refused` and `worktree_refused`. */
  async start(wish: { workspace: string; file: string; text: string; digest: string }): Promise<LoopState> {
    await this.#load();
    const { plan, digest } = this.plan(wish.text, wish.workspace);
    if (digest !== wish.digest) throw refused("changed");
    await this.#refuseUnready();
    const id = this.#parts.newId();
    const { bring } = plan;
    const { worktree } = await this.#parts.worktrees.open({
      workspace: wish.workspace,
      name: `loop-${id.slice(-8)}`,
      bring,
    });
    const log = await this.#parts.archive.create(id);
    const { file, workspace } = wish;
    const { at, body } = await log.append({
      type: "loop.opened",
      id,
      file,
      workspace,
      worktree,
      plan,
      digest,
    });
    return this.#go({ state: foldLoop(undefined, body, at) as LoopState, log, writing: Promise.resolve() });
  }

  /** Ends what runs and keeps where it is. */
  async stop(id: LoopId): Promise<LoopState> {
    const known = await this.#get(id);
    known.stop?.abort();
    await known.over;
    if (known.state.phase === "running") await this.#append(known, { type: "loop.paused", why: "asked" });
    return known.state;
  }

  /** Resumes; a failed item is tried once more, unless the user had only stopped it. */
  async resume(id: LoopId): Promise<LoopState> {
    const known = await this.#get(id);
    if (known.state.phase === "running") return known.state;
    if (known.state.phase === "dropped") throw refused("dropped");
    await this.#refuseUnready();
    const { pause } = known.state;
    // When something other than the plan failed, the current item continues: its work may pass, and wait for its commit.
    const retry = !pause || pause.why === "three_stuck" || pause.why === "nothing_installed";
    await this.#append(known, { type: "loop.resumed", retry });
    return this.#go(known);
  }

  async drop(id: LoopId): Promise<LoopState> {
    await this.stop(id);
    const known = await this.#get(id);
    await this.#parts.worktrees.drop(known.state.worktree.id).catch(expectGone);
    await this.#append(known, { type: "loop.dropped" });
    return known.state;
  }

  /** Refuses what a loop that runs works in. */
  refuseBusy(worktree: string): void {
    if (this.#now()?.state.worktree.id === worktree) throw refused("busy", { name: worktree });
  }

  /** Stops the running loops; the next daemon resumes them. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#loading;
    for (const known of this.#known.values()) {
      known.stop?.abort();
      await known.over;
      await known.log.close();
    }
  }

  #load(): Promise<void> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  async #read(): Promise<void> {
    for (const id of await this.#parts.archive.list()) {
      const { log, events } = await this.#parts.archive.open(id);
      const state = events.reduce<LoopState | undefined>(
        (now, { body, at }) => foldLoop(now, body, at),
        undefined,
      );
      if (!state) {
        await log.close();
        continue;
      }
      const known: Known = { state, log, writing: Promise.resolve() };
      this.#known.set(id, known);
      if (state.phase !== "running" || this.#closing) continue;
      await this.#append(known, { type: "loop.resumed", retry: false });
      this.#go(known);
    }
  }

  async #refuseUnready(): Promise<void> {
    const busy = this.#now();
    if (busy) throw refused("running", { name: busy.state.id });
    if ((await this.#parts.sandbox.status()).state !== "active") throw refused("no_sandbox");
  }

  #go(known: Known): LoopState {
    const sessions = this.#sessions;
    if (!sessions) throw new Error("serve() comes first");
    const stop = new AbortController();
    known.stop = stop;
    this.#known.set(known.state.id, known);
    const loop: LivingLoop = {
      state: () => known.state,
      append: (event) => this.#append(known, event),
      signal: stop.signal,
    };
    known.over = this.#parts
      .ready(stop.signal)
      .then(() => workLoop(loop, { ...this.#parts, sessions }))
      .catch(async (error: unknown) => {
        const detail = error instanceof KestrelError ? error.code : "internal";
        const isFull = await lacksRoom([known.state.worktree.folder, this.#parts.dataFolder], error);
        if (!isFull) reportUnexpected("working on a loop", error);
        const paused: LoopEvent = {
          type: "loop.paused",
          ...(isFull ? { why: "disk_full" } : { why: "failed", detail }),
        };
        await this.#append(known, paused).catch((unwritten: unknown) => {
          // The next start finds it running in its log and resumes it.
          known.state = foldLoop(known.state, paused, known.state.changedAt) ?? known.state;
          throw unwritten;
        });
      })
      .catch(passOver("pausing a loop"))
      .finally(() => {
        known.stop = undefined;
        if (known.state.phase !== "running") this.#parts.tell(known.state);
      });
    return known.state;
  }

  async #append(known: Known, event: LoopEvent): Promise<void> {
    const written = known.writing.then(async () => {
      const { at, body }: StampedLoopEvent = await known.log.append(event);
      known.state = foldLoop(known.state, body, at) ?? known.state;
    });
    known.writing = written.catch(() => undefined); // expected: it is awaited below
    await written;
  }

  async #get(id: LoopId): Promise<Known> {
    await this.#load();
    const known = this.#known.get(id);
    if (!known) throw new KestrelError("not_found", "no such loop", { words: id });
    return known;
  }

  #now(): Known | undefined {
    return [...this.#known.values()].find(({ stop }) => stop !== undefined);
  }

  #at(workspace: string): Known | undefined {
    const now = this.#now();
    return now?.state.worktree.folder === workspace ? now : undefined;
  }

  async #judge(...[call, decision, assessment, { workspace, rules = [] }]: Parameters<GateHook>) {
    const known = this.#at(workspace);
    if (!known) return decision;
    const { items, plan } = known.state;
    const item = items.findIndex(({ state }) => state === "open");
    const writes =
      assessment.risk === "read"
        ? []
        : (call.subject?.paths ?? []).filter(({ access }) => access === "write");
    const { keep = [], named = [] } = plan.items[item] ?? {};
    const isIn = (globs: readonly string[], path: string) => globs.some((glob) => matchesPath(glob, path));
    const kept = writes.find(
      ({ path }) => isIn(keep, path) || (isIn(named, path) && existsSync(join(workspace, path))),
    );
    if (kept)
      return {
        kind: "deny" as const,
        reason: `${kept.path} stays as it is: the check is judged by it. Change other files.`,
      };
    if (decision.kind !== "ask") return decision;
    const { commands = [], paths = [] } = call.subject ?? {};
    const about = [...commands, ...paths.map(({ path }) => path)].join(" ");
    await this.#append(known, {
      type: "call.denied",
      item: Math.max(0, item),
      call: `${call.tool} ${about}`.trim().slice(0, 300),
      rules: [...rules],
    });
    return { kind: "deny" as const, reason: "this would ask the user, and nobody is there. Do without it." };
  }
}

/** Its worktree was dropped by hand. */
function expectGone(error: unknown): void {
  if (!(error instanceof KestrelError && error.code === "not_found")) throw error;
}
