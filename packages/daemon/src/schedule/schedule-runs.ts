import { setTimeout } from "node:timers/promises";
import { type Moment, newestSlot, type Slot } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { OpBody, SessionId } from "@kestrel/protocol";
import type { Schedule } from "@kestrel/protocol/loop";
import { runningJobs } from "@kestrel/session-state";
import type { OpenSessions } from "../sessions/open-sessions.ts";

export type ScheduleParts = {
  /** As the user's file has them now. */
  list(): Promise<readonly Schedule[]>;
  now(): Moment;
  /**
   * Puts a slot on the disk, for all daemons of this data folder: false where it, or a later one, is there. The slot at which a schedule
   * is seen for the first time is put there and answered with false: it begins with the next one.
   */
  claim(schedule: Schedule, newest: Slot, first: boolean): Promise<boolean>;
  /** Whether a loop or a turn of the person's runs. */
  busy(): boolean;
  /** It is over: its answer waits in that session. `isCut`: it was stopped because it took too long. */
  tell(name: string, session: SessionId, isCut: boolean): void;
  /** Milliseconds that a turn has; then it is stopped. */
  longest?: number;
};

type Sessions = Pick<OpenSessions, "open" | "get" | "apply">;

/** Milliseconds without a turn before one begins. */
const idleMs = 10 * 60_000;
/** Milliseconds for a turn, and then for its stop to be logged: one that hangs would delay every other schedule. */
const longestMs = 60 * 60_000;
const stopMs = 60_000;

/** Messages that are sent at their time: one at a time, while nothing else runs. A slot is on the disk before anything is done for it. */
export class ScheduleRuns {
  readonly #parts: ScheduleParts;
  #busySince: number;
  #running = false;
  #known = 0;
  readonly #seen = new Set<string>();

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
    this.#busySince = parts.now().ms;
  }

  /** Whether there is any: the daemon stays awake for them. */
  waiting(): boolean {
    return this.#running || this.#known > 0;
  }

  /** Checks the clock; called once a minute. Resolves when all due schedules have run. */
  async tick(sessions: Sessions): Promise<void> {
    const { ms } = this.#parts.now();
    const schedules = await this.#parts.list();
    this.#known = schedules.length;
    if (this.#parts.busy() || this.#busySince > ms) this.#busySince = ms;
    if (this.#running) return;
    for (const schedule of schedules) {
      const now = this.#parts.now();
      const newest = newestSlot(schedule, now);
      if (!this.#seen.has(schedule.name)) {
        this.#seen.add(schedule.name);
        await this.#parts.claim(schedule, newest, true);
      }
      if (!newest.isDue || this.#parts.busy() || now.ms - this.#busySince < idleMs) continue;
      if (!(await this.#parts.claim(schedule, newest, false))) continue;
      this.#running = true;
      await this.#run(schedule, newest.slot, sessions)
        .catch(passOver("running a schedule"))
        .finally(() => {
          this.#running = false;
        });
    }
  }

  /** No person is there: what would ask is denied, and a question is answered so. */
  async #run({ name, folder, prompt, mode }: Schedule, slot: string, sessions: Sessions): Promise<void> {
    const { id } = await sessions.open({ workspace: folder });
    const ask = (op: OpBody, what: string) => sessions.apply(id, { ...op, opId: `${id}-${what}` });
    await ask({ type: "set-mode", mode }, "mode");
    await ask({ type: "set-title", title: `${name} · ${slot}` }, "title");
    const { session } = await sessions.get(id);
    const unwatch = session.watch((news) => {
      if (news.kind !== "event") return;
      const { body } = news.event;
      // A question that is asked again after a change has another digest, and gets its own answer.
      if (body.type === "approval.requested")
        void ask(
          {
            type: "deny",
            callId: body.callId,
            digest: body.digest,
            reason: "this would ask the user, who is away. Do without it.",
          },
          `deny-${body.callId}-${body.digest.slice(0, 16)}`,
        ).catch(passOver("denying a call of a schedule"));
      if (body.type === "question.asked")
        void ask(
          { type: "answer-question", callId: body.callId, digest: body.digest, end: "nobody" },
          `away-${body.callId}-${body.digest.slice(0, 16)}`,
        ).catch(passOver("answering a question of a schedule"));
    });
    let isCut = false;
    try {
      await ask({ type: "send-message", text: prompt }, "say");
      isCut = !(await within(session.settled(), this.#parts.longest ?? longestMs));
      if (isCut) {
        await ask({ type: "cancel" }, "cut").catch(() => undefined); // expected: the turn is over
        await within(session.settled(), stopMs);
      }
      for (const { job } of runningJobs(session.state()))
        await ask({ type: "stop-job", job }, `stop-${job}`).catch(passOver("ending a job of a schedule"));
    } finally {
      unwatch();
    }
    this.#parts.tell(name, id, isCut);
  }
}

/** Whether it is done in so many milliseconds. */
function within(done: Promise<unknown>, ms: number): Promise<boolean> {
  const left = new AbortController();
  const { signal } = left;
  const late = setTimeout(ms, false, { ref: false, signal }).catch(() => false); // expected: it was done before
  return Promise.race([done.then(() => true), late]).finally(() => left.abort());
}
