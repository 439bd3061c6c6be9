import type { FollowedSession } from "../daemon/followed-session.ts";
import { failureOf } from "../failure-of.ts";

/** Words typed here on their way to the model: as a message, or, while it works, as steering. None is lost. */
export class Outbox {
  readonly #session: FollowedSession;
  /** Sent from here, and not yet told by the log. */
  readonly #underway: string[] = [];
  /** Too late for one turn and too early for the next. */
  #waiting: string[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(session: FollowedSession) {
    this.#session = session;
  }

  /** Sends words, one after the other. Rejects with what the daemon refuses; then they are not sent. */
  send(text: string): Promise<void> {
    const sent = this.#last.then(() => this.#deliver(text));
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  /** Sent from here, and taken by nobody so far. */
  get unsent(): readonly string[] {
    return [...this.#underway, ...this.#waiting];
  }

  /** Whether words that the log tells of came from here. */
  arrived(text: string): boolean {
    const at = this.#underway.indexOf(text);
    if (at >= 0) this.#underway.splice(at, 1);
    return at >= 0;
  }

  /** The turn is over: what it did not take is sent as the next message, or, when it did not end well, comes back. */
  async turnEnded(well: boolean): Promise<string | undefined> {
    await this.#last;
    const rest = [...this.#underway.splice(0), ...this.#waiting.splice(0)];
    if (rest.length === 0) return undefined;
    const text = rest.join("\n");
    if (!well) return text;
    await this.send(text);
    return undefined;
  }

  async #deliver(text: string): Promise<void> {
    this.#underway.push(text);
    const working = this.#session.state.openTurn !== undefined;
    try {
      if (working && (await this.#accepted("steer", text))) return;
      if (await this.#accepted("send-message", text)) return;
      if (!working && (await this.#accepted("steer", text))) return;
    } catch (error) {
      this.arrived(text);
      throw error;
    }
    this.arrived(text);
    this.#waiting.push(text);
  }

  async #accepted(type: "steer" | "send-message", text: string): Promise<boolean> {
    try {
      await this.#session.ask({ type, text });
      return true;
    } catch (error) {
      const { code } = failureOf(error);
      if (code === "no_open_turn" || code === "session_busy") return false;
      throw error;
    }
  }
}
