import { askSession, type DaemonClient, DaemonRefusal } from "@kestrel/server/client";
import { judge, pairingCodeIn } from "../gate.ts";
import type { Incoming, Target } from "../port.ts";
import { Rate } from "../rates.ts";
import type { BridgeParts } from "./bridge-parts.ts";
import { opIdOf } from "./op-id.ts";
import type { Outbox } from "./outbox.ts";

const mostQueued = 100;
const senderPerMinute = 10;
const channelPerMinute = 60;
/** Wrong codes after which a sender is ignored, and the total that ends a pairing: one stranger alone cannot end it. */
const mostWrongCodes = { sender: 5, all: 50 };

type AdmissionParts = Pick<
  BridgeParts,
  "adapter" | "journal" | "paired" | "rules" | "say" | "surroundings"
> & {
  outbox: Outbox;
  signal: AbortSignal;
  onTrouble(error: unknown): void;
};

/** Who may write to a channel, pairing included, and how fast. */
export class Admission {
  readonly #parts: AdmissionParts;
  readonly #channelRate = new Rate(channelPerMinute);
  readonly #senderRates = new Map<string, Rate>();
  readonly #busyTold = new Map<string, number>();
  #pairing: { code: string; until: number; wrong: string[] } | undefined;
  #dropped = 0;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /** Messages that were not admitted since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Until when a code is waited for; undefined where none is. */
  get pairingUntil(): number | undefined {
    const until = this.#pairing?.until;
    return until !== undefined && until > this.#parts.surroundings.now() ? until : undefined;
  }

  /** From now on this code admits its sender. */
  pair(code: string, until: number): void {
    this.#pairing = { code, until, wrong: [] };
  }

  /** Whether a direct message of this sender may get past the gate. */
  hears(sender: string): boolean {
    const { admitted, pairing } = this.#gateRules();
    return pairing || admitted.includes(sender);
  }

  /** Whether this sender may write there, with a mention in a group. */
  admits(from: Target, sender: string): boolean {
    const asked = { key: "", text: "", vouched: true, mentioned: true, from, sender };
    return judge(asked, this.#gateRules()) === "admit";
  }

  /** The gate: returns the admitted messages. Counts the others; the pairing code among them admits its sender. */
  async admitted(messages: readonly Incoming[]): Promise<Incoming[]> {
    const admitted: Incoming[] = [];
    for (const message of messages) {
      const verdict = judge(message, this.#gateRules());
      if (verdict === "admit") admitted.push(message);
      else if (verdict !== "pair" || !(await this.#tryCode(message))) this.#dropped++;
    }
    return admitted;
  }

  /** Drops the queued messages of senders that are no longer admitted and stops their turns. */
  async forgetStrangers(client: DaemonClient): Promise<void> {
    const { journal } = this.#parts;
    const rules = { ...this.#gateRules(), pairing: false };
    for (const { key, target, sender } of [...journal.outbox.values()]) {
      const isOut = sender !== undefined && !rules.admitted.includes(sender);
      if (isOut || (target.kind === "group" && !rules.groups.includes(target.chat))) await journal.sent(key);
    }
    for (const { message, session } of [...journal.inbox.values()]) {
      if (judge(message, rules) === "admit") continue;
      const { key } = message;
      if (session)
        await askSession(client, session, { type: "cancel" }, opIdOf("forget", key)).catch(
          (error: unknown) => {
            // expected: nothing runs there any more
            if (!(error instanceof DaemonRefusal)) throw error;
          },
        );
      await journal.done(key);
    }
  }

  /** Whether one more message fits; otherwise its sender is told once a minute. */
  hasRoom({ sender, from, key }: Incoming, now: number): boolean {
    // The gateway counts its own.
    if (this.#parts.rules.literal) return this.#parts.journal.inbox.size < mostQueued;
    const roomy =
      this.#parts.journal.inbox.size < mostQueued &&
      (this.#parts.adapter.keepsMessages || this.#ratesOf(sender).every((rate) => rate.take(now).ok));
    if (!roomy && now - (this.#busyTold.get(from.chat) ?? 0) >= 60_000) {
      this.#busyTold.set(from.chat, now);
      void this.#parts.outbox
        .post(from, this.#parts.say("busy"), `busy-${key}`, sender)
        .catch((error: unknown) => this.#parts.onTrouble(error));
    }
    return roomy;
  }

  #ratesOf(sender: string): Rate[] {
    const rate = this.#senderRates.get(sender) ?? new Rate(senderPerMinute);
    this.#senderRates.set(sender, rate);
    return [rate, this.#channelRate];
  }

  /** Missed messages are stored at once, and started at the rate per minute. */
  async paced({ sender }: Incoming): Promise<void> {
    const { adapter, rules, surroundings } = this.#parts;
    if (!adapter.keepsMessages || rules.literal) return;
    for (const rate of this.#ratesOf(sender))
      for (;;) {
        const room = rate.take(surroundings.now());
        if (room.ok || this.#parts.signal.aborted) break;
        await surroundings.pause(room.afterMs, this.#parts.signal);
      }
  }

  #gateRules() {
    const { rules, paired } = this.#parts;
    const pairing = this.pairingUntil !== undefined;
    return { admitted: [...rules.allow, ...paired.list()], groups: rules.groups, pairing };
  }

  /** Returns whether it was the code: then its sender is paired. */
  async #tryCode({ text, sender, from }: Incoming): Promise<boolean> {
    const { paired, say, outbox } = this.#parts;
    const pairing = this.#pairing;
    if (!pairing) return false;
    const { wrong } = pairing;
    if (wrong.filter((one) => one === sender).length >= mostWrongCodes.sender) return false;
    if (pairingCodeIn(text) !== pairing.code) {
      wrong.push(sender);
      if (wrong.length >= mostWrongCodes.all) this.#pairing = undefined;
      return false;
    }
    this.#pairing = undefined;
    await paired.add(sender);
    await outbox.post(from, say("paired"), `paired-${sender}-${pairing.until}`, sender);
    return true;
  }
}
