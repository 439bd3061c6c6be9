import type { Mode, SessionEvent, SessionState, SessionSummary, ToolEntry } from "@kestrel/protocol";
import { callsThatAsk } from "../conversation/call-in.ts";
import { lastTurnLines } from "../conversation/transcript-lines.ts";
import { FollowedSession } from "../daemon/followed-session.ts";
import type { Connection } from "../daemon/join-or-start.ts";
import { inMode, newSession } from "../daemon/pick-session.ts";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { elsewhereLine } from "../models/elsewhere-line.ts";
import type { Paint } from "../terminal/style.ts";
import { Outbox } from "./outbox.ts";
import { SessionView } from "./session-view.ts";
import type { Surface } from "./surface.ts";

export type ConversationParts = {
  connection: Connection;
  surface: Surface;
  say: Say;
  paint: Paint;
  /** Where a new session begins. */
  folder: string;
  mode?: Mode;
};

/** A question stands for so many milliseconds before a letter answers it: whoever is typing just then answers nothing. */
const calm = 400;

type Open = { session: FollowedSession; outbox: Outbox };

/** One person, one terminal, one session at a time. A session begins with its first message. */
export class Conversation {
  readonly #parts: ConversationParts;
  #open: Promise<Open> | undefined;
  #current: Open | undefined;
  #mode: Mode | undefined;
  /** The question on the screen, whether letters answer it yet, and whether a reason for a no is being typed. */
  #asking: { call: ToolEntry; armed: boolean; reason: boolean } | undefined;
  /** Set when following ends by itself. */
  onLost: (error: unknown) => void = () => {};

  constructor(parts: ConversationParts) {
    this.#parts = parts;
    this.#mode = parts.mode;
  }

  get state(): SessionState | undefined {
    return this.#current?.session.state;
  }

  get working(): boolean {
    return this.state?.openTurn !== undefined;
  }

  get mode(): Mode | undefined {
    return this.state?.mode ?? this.#mode;
  }

  /** Sends words to the model, or to the turn that runs. Failures are shown, and the words come back into the line. */
  async say(text: string): Promise<void> {
    try {
      this.#open ??= this.#begin();
      const { outbox } = await this.#open;
      await outbox.send(text);
    } catch (error) {
      this.#show(error);
      this.#parts.surface.putBack(text);
    }
  }

  /** Leaves the session; the next message begins a new one. What runs there goes on. */
  reset(): void {
    this.#mode = this.mode;
    this.#current?.session.close();
    this.#open = undefined;
    this.#current = undefined;
    this.#asking = undefined;
    this.#parts.surface.hint("");
    this.#marked();
  }

  /** Goes on with a session that exists. */
  async resume(summary: SessionSummary): Promise<void> {
    this.reset();
    const open = this.#follow(summary, true);
    this.#open = open;
    await open.catch((error: unknown) => {
      if (this.#open === open) this.#open = undefined;
      throw error;
    });
  }

  async setMode(mode: Mode): Promise<void> {
    this.#mode = mode;
    if (this.#current) await this.#current.session.ask({ type: "set-mode", mode });
    else this.#parts.surface.print(this.#parts.say("repl.modeIs", { mode }));
    this.#marked();
  }

  /** Ends the thinking: the reply is to answer. False when nothing is thinking. */
  async answerNow(): Promise<boolean> {
    try {
      return (await this.#current?.session.ask({ type: "answer-now" }).then(() => true)) ?? false;
    } catch (error) {
      if (failureOf(error).code === "no_open_turn") return false;
      throw error;
    }
  }

  /** Stops the turn, or goes back from giving a reason. True when there was something to stop. */
  interrupt(): boolean {
    if (this.#asking?.reason) {
      this.#asking.reason = false;
      this.#parts.surface.question(this.#parts.say("approval.keys"), true);
      this.#marked();
      return true;
    }
    if (!this.working) return false;
    this.#parts.surface.hint(this.#parts.say("repl.stopping"));
    this.#current?.session.ask({ type: "cancel" }).catch((error: unknown) => this.#show(error));
    return true;
  }

  /** Takes a letter as the answer to what is asked. */
  letter(letter: string): boolean {
    const asking = this.#asking;
    if (!asking?.armed || asking.reason) return false;
    const key = letter.toLowerCase();
    if (key === "a" || key === "s") this.#answer(asking.call, key === "a" ? "once" : "session");
    else if (key === "d") {
      asking.reason = true;
      this.#parts.surface.question(this.#parts.say("approval.reason"), false);
      this.#parts.surface.mark(`${this.#parts.say("approval.reasonMark")} `);
    } else return false;
    return true;
  }

  /** Takes a line as the reason for a no. */
  reason(text: string): boolean {
    const asking = this.#asking;
    if (!asking?.reason) return false;
    this.#answer(asking.call, "denied", text.trim());
    return true;
  }

  close(): void {
    this.#current?.session.close();
  }

  async #begin(): Promise<Open> {
    const { connection, folder, surface, say } = this.#parts;
    try {
      const elsewhere = elsewhereLine((await connection.client.call("status")).engine, say);
      if (elsewhere !== undefined) surface.print(elsewhere);
      return await this.#follow(await newSession(connection, folder, this.#mode), false);
    } catch (error) {
      this.#open = undefined;
      throw error;
    }
  }

  async #follow(summary: SessionSummary, resumed: boolean): Promise<Open> {
    const { connection, surface, say, paint } = this.#parts;
    await inMode(connection.client, summary, this.#parts.mode);
    const view = new SessionView({ surface, say, paint, typedHere: (text) => open.outbox.arrived(text) });
    const session: FollowedSession = new FollowedSession(connection, summary.id, {
      ready: (state) => {
        if (resumed) surface.print(lastTurnLines(state, say, paint).join("\n"));
      },
      event: (event, state) => {
        view.event(event, state);
        this.#event(event, state, open, view);
      },
      frame: (frame) => {
        if (frame.type === "session-removed" && frame.sessionId === summary.id) this.#removed(open);
        else if (this.#asking === undefined) view.frame(frame, session.state);
      },
      spoken: (kind, words) => view.spoken(kind, words),
      reachable: (yes) => surface.hint(yes ? "" : say("view.lost")),
    });
    const open: Open = { session, outbox: new Outbox(session) };
    session.lost.catch((error: unknown) => this.onLost(error));
    await session.caughtUp;
    this.#current = open;
    this.#marked();
    this.#askNext(session.state, view);
    return open;
  }

  #event({ body }: SessionEvent, state: SessionState, { outbox }: Open, view: SessionView): void {
    if (body.type === "approval.requested") this.#askNext(state, view);
    else if (body.type === "approval.resolved" && this.#asking?.call.callId === body.callId) {
      this.#asking = undefined;
      this.#marked();
      this.#askNext(state, view);
    } else if (body.type === "mode.set") this.#marked();
    else if (body.type === "turn.ended") {
      this.#asking = undefined;
      const well = body.reason === "done";
      outbox.turnEnded(well).then(
        (text) => text !== undefined && this.#parts.surface.putBack(text),
        (error: unknown) => this.#show(error),
      );
    }
  }

  #askNext(state: SessionState, view: SessionView): void {
    const [call] = callsThatAsk(state);
    if (this.#asking || !call) return;
    const asking = { call, armed: false, reason: false };
    this.#asking = asking;
    view.asks(call);
    setTimeout(() => {
      if (this.#asking !== asking) return;
      asking.armed = true;
      this.#parts.surface.question(this.#parts.say("approval.keys"), true);
    }, calm);
  }

  #answer({ callId, approval }: ToolEntry, answer: "once" | "session" | "denied", reason = ""): void {
    if (!approval || !this.#current) return;
    const { digest } = approval;
    const { session } = this.#current;
    this.#parts.surface.hint("");
    const asked =
      answer === "denied"
        ? session.ask({ type: "deny", callId, digest, reason: reason === "" ? undefined : reason })
        : session.ask({ type: "approve", callId, digest, scope: answer });
    asked.catch((error: unknown) => this.#show(error));
  }

  #removed(open: Open): void {
    if (this.#current !== open) return;
    this.#parts.surface.print(this.#parts.say("repl.removed"));
    this.reset();
  }

  #marked(): void {
    this.#parts.surface.mark(this.mode === "plan" ? `${this.#parts.say("repl.planMark")} ` : "› ");
  }

  #show(error: unknown): void {
    const { surface, say, paint } = this.#parts;
    const { code, params } = failureOf(error);
    surface.print(paint("red", say(`error.${code}`, params)));
  }
}
