import { setTimeout as wait } from "node:timers/promises";
import type { Connection } from "../daemon/join-or-start.ts";
import type { Say } from "../i18n/say.ts";
import { failureLine } from "../session-lines/failure-line.ts";
import type { Paint } from "../terminal/style.ts";
import type { Dialogue } from "./dialogue.ts";
import { isGone } from "./lost-lines.ts";
import type { Surface } from "./surface.ts";

type Parts = { connection: Connection; dialogue: Dialogue; surface: Surface; say: Say; paint: Paint };

/** How often the terminal looks for a restarted daemon. Milliseconds. */
const lookEveryMs = 500;

/** Milliseconds. */
const soonMs = 60_000;

/**
 * Continues the dialogue after its daemon is gone. One that was killed is started again at once, one that was stopped by the next message.
 * One that restarts, or that no client had started, is waited for.
 */
export class RegainDaemon {
  readonly #parts: Parts;
  #underWay: Promise<boolean> | undefined;
  /** A message waits for the daemon. */
  #wanted = false;
  /** A daemon that ends soon after its start is not started again by itself, but by the next message. */
  #startsFrom = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Resolves to true when the session continues, and to false when the next message decides. Rejects when it cannot continue. */
  regain(wanted: boolean): Promise<boolean> {
    if (wanted) {
      this.#wanted = true;
      this.#startsFrom = 0;
    }
    this.#underWay ??= this.#regain().finally(() => {
      this.#underWay = undefined;
      this.#wanted = false;
    });
    return this.#underWay;
  }

  async #regain(): Promise<boolean> {
    const { connection, surface, say, paint } = this.#parts;
    const before = connection.pid;
    for (;;) {
      const now = await connection.rejoin();
      if (now === "joined" && (await this.#continues())) {
        surface.tell(paint("dim", say("repl.rejoined", { pid: connection.pid })));
        return true;
      }
      if (now === "stopped" && !this.#wanted) {
        surface.hint("");
        surface.tell(say("repl.stoppedElsewhere"));
        return false;
      }
      const starts = now === "stopped" || (now === "killed" && performance.now() > this.#startsFrom);
      if (starts && (await this.#starts())) {
        const killed = now === "killed" ? { before } : {};
        surface.tell(paint("dim", say("repl.startedAgain", { ...killed, pid: connection.pid })));
        return true;
      }
      if (now === "killed" && !starts) {
        surface.hint("");
        surface.tell(say("repl.endedAgain", { pid: before }));
      }
      if (now !== "not-yet" && now !== "joined") return false;
      surface.hint(say("repl.waitsForDaemon", { pid: before }));
      await wait(lookEveryMs, undefined, { ref: false });
    }
  }

  async #starts(): Promise<boolean> {
    const { connection, surface, say, paint } = this.#parts;
    this.#startsFrom = Number.POSITIVE_INFINITY;
    surface.hint(say("repl.startsAgain"));
    try {
      await connection.startAgain();
    } catch (error) {
      surface.hint("");
      surface.tell(failureLine(error, say, paint));
      return false;
    }
    this.#startsFrom = performance.now() + soonMs;
    return this.#continues();
  }

  /** False when that daemon is gone as well. */
  async #continues(): Promise<boolean> {
    try {
      await this.#parts.dialogue.rejoin();
      return true;
    } catch (error) {
      if (!isGone(error)) throw error;
      return false;
    }
  }
}
