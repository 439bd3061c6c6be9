import type { SessionId } from "@kestrel/protocol";
import { runningJobs } from "@kestrel/session-state";
import type { OpenSession } from "./session-summary.ts";

/** A session without requests for this long is unloaded. Milliseconds. */
const usualRest = 5 * 60_000;
/** Sessions in memory beyond this number are unloaded sooner, the longest idle first. */
const mostResting = 16;
/** Longer than any request that holds a session. Milliseconds. */
const shortestRest = 10_000;

/** When sessions in memory were asked for last, and which of them can leave it. */
export class IdleSessions {
  readonly #asked = new Map<SessionId, number>();
  readonly #rest: number;

  constructor(rest = usualRest) {
    this.#rest = rest;
  }

  /** How often it is worth looking. Milliseconds. */
  get pace(): number {
    return Math.min(shortestRest, this.#rest);
  }

  asked(id: SessionId, now: number): void {
    this.#asked.delete(id);
    this.#asked.set(id, now);
  }

  forget(id: SessionId): void {
    this.#asked.delete(id);
  }

  /** The open sessions that can be unloaded now: idle for long enough, without watchers and without work. */
  leaving(open: readonly OpenSession[], now: number): OpenSession[] {
    const resting = open.filter(isIdle).sort((one, other) => this.#at(one.id) - this.#at(other.id));
    const tooMany = resting.length - mostResting;
    return resting.filter(({ id }, index) => {
      const rest = index < tooMany ? Math.min(shortestRest, this.#rest) : this.#rest;
      return now - this.#at(id) >= rest;
    });
  }

  #at(id: SessionId): number {
    return this.#asked.get(id) ?? 0;
  }
}

/** The daemon itself is always one of the watchers. */
function isIdle({ session }: OpenSession): boolean {
  const state = session.state();
  const works = state.openTurn ?? state.compacting ?? session.live().crew;
  return works === undefined && session.watchers() <= 1 && runningJobs(state).length === 0;
}
