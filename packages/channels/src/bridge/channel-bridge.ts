import { setTimeout as wait } from "node:timers/promises";
import type { ChannelState } from "@kestrel/protocol/channel";
import { askSession, createDaemonClient, type DaemonClient, DaemonRefusal } from "@kestrel/server/client";
import { Pauses } from "../pauses.ts";
import { ChannelFault, type Incoming, SendRefused, type Target } from "../port.ts";
import { Admission } from "./admission.ts";
import type { BridgeParts } from "./bridge-parts.ts";
import { answerCommand, readCommand } from "./commands.ts";
import { opIdOf } from "./op-id.ts";
import { Outbox } from "./outbox.ts";
import { Questions } from "./questions.ts";
import { Turns } from "./turns.ts";

/** Newest messages that a state shows, and UTF-16 units of each. */
const mostRecent = 5;
const shownOf = 200;
const closeMs = 2_000;

/** One channel: a message passes the gate, is stored, becomes a turn, and its answer is sent. */
export class ChannelBridge {
  readonly #parts: BridgeParts;
  readonly #client: DaemonClient;
  readonly #outbox: Outbox;
  readonly #questions: Questions;
  readonly #admission: Admission;
  readonly #turns: Turns;
  readonly #pauses: Pauses;
  readonly #stop = new AbortController();
  #state: Pick<ChannelState, "state" | "why" | "detail" | "until"> = { state: "connecting" };
  #sending: Promise<void> = Promise.resolve();
  #listening: Promise<void> = Promise.resolve();
  #recent: NonNullable<ChannelState["recent"]> = [];

  constructor(parts: BridgeParts) {
    const { adapter, say, surroundings, daemon, rules, host } = parts;
    const { signal } = this.#stop;
    this.#parts = parts;
    this.#client = createDaemonClient(daemon);
    this.#pauses = new Pauses(adapter.dailyConnections);
    this.#outbox = new Outbox({
      ...parts,
      signal,
      isUp: () => this.#state.state === "up",
      onTrouble: (detail) => this.#set({ ...this.#state, detail }),
      onSent: parts.onState,
    });
    const { now } = surroundings;
    this.#questions = new Questions({
      ...{ adapter, say, now },
      phone: () => rules.phone,
      sandboxed: () => host.sandboxed(),
    });
    const onTrouble = (error: unknown) => this.#troubled(error);
    const shared = { ...parts, client: this.#client, outbox: this.#outbox, signal, onTrouble };
    this.#admission = new Admission(shared);
    this.#turns = new Turns({ ...shared, admission: this.#admission, questions: this.#questions });
  }

  state(): ChannelState {
    const { name, kind, journal, paired } = this.#parts;
    const { pairingUntil, dropped } = this.#admission;
    return {
      ...{ name, kind, ...this.#state, dropped, paired: [...paired.list()] },
      queue: { in: journal.inbox.size, out: journal.outbox.size },
      ...(pairingUntil !== undefined && { pairing: { until: new Date(pairingUntil).toISOString() } }),
      ...(this.#recent.length > 0 && { recent: this.#recent }),
    };
  }

  /** Runs until it is stopped or parked; resumes work from before a restart. */
  async run(): Promise<void> {
    await this.#admission.forgetStrangers(this.#client);
    this.#sending = this.#outbox.run();
    for (const { message } of [...this.#parts.journal.inbox.values()]) this.#turns.enqueue(message);
    this.#listening = this.#listen();
    await this.#listening;
    await this.#sending;
  }

  pair(code: string, until: number): void {
    this.#admission.pair(code, until);
    this.#parts.onState();
  }

  /** Sends words to a chat, under a name that they have once; what they answer was `sender`'s. Resolves when they are on the disk. */
  async post(target: Target, text: string, key: string, sender?: string): Promise<void> {
    await this.#outbox.post(target, text, key, sender);
  }

  /** Sends a test message to each direct chat; resolves when it is sent, with how many. */
  async test(): Promise<number> {
    const { rules, paired, adapter, say, surroundings } = this.#parts;
    const chats = [...new Set([...rules.allow, ...paired.list()])];
    let sent = 0;
    for (const chat of chats)
      await adapter.send({ chat, kind: "direct" }, { text: say("test") }, `test-${surroundings.now()}`).then(
        () => sent++,
        (error: unknown) => {
          // expected: that person never wrote to it
          if (!(error instanceof SendRefused)) throw error;
        },
      );
    return sent;
  }

  /** A message being sent is finished, or it would be sent twice; a listening program has ended. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#outbox.wake();
    const over = Promise.allSettled([this.#listening, this.#sending, this.#turns.close()]);
    await Promise.race([over, wait(closeMs, undefined, { ref: false })]);
    await this.#parts.journal.close();
  }

  async #listen(): Promise<void> {
    const { adapter, journal, surroundings } = this.#parts;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      if (!this.#pauses.begin(surroundings.now())) return this.#set({ state: "parked", why: "budget" });
      this.#set({ state: "connecting" });
      let fault: unknown;
      try {
        await adapter.listen({
          cursor: journal.cursor,
          signal,
          up: () => {
            this.#pauses.up(surroundings.now());
            this.#set({ state: "up" });
          },
          hears: (sender) => this.#admission.hears(sender),
          admits: (from, sender) => this.#admission.admits(from, sender),
          take: (messages, cursor) => this.#take(messages, cursor),
        });
      } catch (error) {
        fault = error;
      }
      if (signal.aborted) return;
      const detail = fault instanceof Error ? fault.message : undefined;
      if (fault instanceof ChannelFault && fault.park)
        return this.#set({ state: "parked", why: fault.park, detail });
      const ms = this.#pauses.after(surroundings.now(), surroundings.random());
      const wait = Math.max(ms, fault instanceof ChannelFault ? (fault.afterMs ?? 0) : 0);
      const until = new Date(surroundings.now() + wait).toISOString();
      this.#set({ state: "waiting", detail, until });
      await surroundings.pause(wait, signal);
    }
  }

  /** The gate first, before anything is kept, answered or looked into. */
  async #take(messages: readonly Incoming[], cursor: string | (() => string) | undefined) {
    const { journal, surroundings } = this.#parts;
    const admitted = await this.#admission.admitted(messages);
    const now = surroundings.now();
    // Presses and commands never wait behind a turn, and are worth nothing after a restart.
    const instant = admitted.filter((one) => this.#isInstant(one));
    const later = admitted.filter((one) => !instant.includes(one));
    const known = later.filter(({ key }) => journal.knows(key)).length;
    const kept = later.filter(
      (message) => journal.knows(message.key) || this.#admission.hasRoom(message, now),
    );
    const asked = typeof cursor === "function";
    const place = asked ? (admitted.length > 0 ? cursor() : undefined) : cursor;
    const fresh = await journal.take(kept, place, now);
    for (const message of instant)
      void this.#instant(message).catch((error: unknown) => this.#troubled(error));
    for (const message of fresh) this.#turns.enqueue(message);
    const at = new Date(now).toISOString();
    const newest = admitted.map(({ sender, text }) => ({ sender, text: text.slice(0, shownOf), at }));
    this.#recent = [...newest.reverse(), ...this.#recent].slice(0, mostRecent);
    if (messages.length > 0) this.#parts.onState();
    return { fresh: fresh.length, known };
  }

  #isInstant({ press, text }: Incoming): boolean {
    if (this.#parts.rules.literal) return false;
    return (
      press !== undefined || readCommand(text) !== undefined || /^\s*deny\s+[a-z2-9]{10}\s*$/i.test(text)
    );
  }

  async #instant(message: Incoming): Promise<void> {
    const { adapter, say } = this.#parts;
    const { press, from, key } = message;
    const answer = this.#questions.answerIn(message);
    if (answer !== undefined) {
      const words = answer === "closed" ? say("closed") : await this.#answer(answer, message.sender);
      if (press) await adapter.acknowledge?.(press.id, words);
      else await this.post(from, words, `answer-${key}`, message.sender);
      return;
    }
    const command = readCommand(message.text);
    if (!command) return;
    const parts = { ...this.#parts, client: this.#client, turns: this.#turns, questions: this.#questions };
    await this.post(from, await answerCommand(command, from, parts), `command-${key}`, message.sender);
  }

  async #answer(
    { session, callId, digest, yes, signs }: Exclude<ReturnType<Questions["answerIn"]>, undefined | "closed">,
    sender: string,
  ): Promise<string> {
    const { say } = this.#parts;
    const body = yes
      ? ({ type: "approve", callId, digest, scope: "once", sender } as const)
      : ({ type: "deny", callId, digest, sender } as const);
    try {
      await askSession(this.#client, session, body, opIdOf("answer", signs));
      return say(yes ? "allowed" : "denied");
    } catch (error) {
      if (error instanceof DaemonRefusal && error.code === "forbidden")
        return say("waitsAtMachine", { what: "" });
      if (error instanceof DaemonRefusal) return say("closed");
      throw error;
    }
  }

  #set(state: Pick<ChannelState, "state" | "why" | "detail" | "until">): void {
    this.#state = state;
    this.#parts.onState();
  }

  #troubled(error: unknown): void {
    if (this.#stop.signal.aborted) return;
    this.#set({ ...this.#state, detail: error instanceof Error ? error.message : String(error) });
  }
}
