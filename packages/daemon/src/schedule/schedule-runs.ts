import { type Moment, newestSlot } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { OpBody, SessionId } from "@kestrel/protocol";
import type { Schedule } from "@kestrel/protocol/loop";
import type { OpenSessions } from "../sessions/open-sessions.ts";

export type ScheduleParts = {
  /** As the user's file has them now. */
  list(): Promise<readonly Schedule[]>;
  now(): Moment;
  /**
   * Puts a slot on the disk, for all daemons of this data folder: false where it, or a later one, is there. The slot at which a schedule
   * is seen for the first time is put there and answered with false: it begins with the next one.
   */
  claim(schedule: Schedule, slot: string, first: boolean): Promise<boolean>;
  /** Whether a loop or a turn of the person's runs. */
  busy(): boolean;
  /** It is over: its answer waits in that session. */
  tell(name: string, session: SessionId): void;
};

type Sessions = Pick<OpenSessions, "open" | "get" | "apply">;

/** Milliseconds without a turn before one begins. */
const idleMs = 10 * 60_000;

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

  /** Looks at the clock; called once a minute. Resolves when what was due is over. */
  async tick(sessions: Sessions): Promise<void> {
    const { ms } = this.#parts.now();
    const schedules = await this.#parts.list();
    this.#known = schedules.length;
    if (this.#running) return;
    if (this.#parts.busy()) this.#busySince = ms;
    for (const schedule of schedules) {
      const now = this.#parts.now();
      const { slot, isDue } = newestSlot(schedule, now);
      if (!this.#seen.has(schedule.name)) {
        this.#seen.add(schedule.name);
        await this.#parts.claim(schedule, slot, true);
      }
      if (!isDue || this.#parts.busy() || now.ms - this.#busySince < idleMs) continue;
      if (!(await this.#parts.claim(schedule, slot, false))) continue;
      this.#running = true;
      await this.#run(schedule, slot, sessions)
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
      if (body.type === "approval.requested")
        void ask(
          {
            type: "deny",
            callId: body.callId,
            digest: body.digest,
            reason: "this would ask the user, who is away. Do without it.",
          },
          `deny-${body.callId}`,
        ).catch(passOver("denying a call of a schedule"));
      if (body.type === "question.asked")
        void ask(
          { type: "answer-question", callId: body.callId, digest: body.digest, end: "nobody" },
          `away-${body.callId}`,
        ).catch(passOver("answering a question of a schedule"));
    });
    try {
      await ask({ type: "send-message", text: prompt }, "say");
      await session.settled();
    } finally {
      unwatch();
    }
    this.#parts.tell(name, id);
  }
}
