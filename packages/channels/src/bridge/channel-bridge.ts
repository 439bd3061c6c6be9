import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { EventOf, Mode, SessionId } from "@kestrel/protocol";
import type { ChannelState } from "@kestrel/protocol/channel";
import {
  askSession,
  createDaemonClient,
  type DaemonAddress,
  type DaemonClient,
  DaemonRefusal,
} from "@kestrel/server/client";
import { visibleText } from "@kestrel/text";
import { judge, pairingCodeIn } from "../gate.ts";
import { Pauses } from "../pauses.ts";
import {
  type ChannelAdapter,
  ChannelFault,
  type Incoming,
  SendRefused,
  type Surroundings,
  type Target,
} from "../port.ts";
import { Rate } from "../rates.ts";
import type { SayWord } from "../words.ts";
import { readCommand, type SlashAnswers } from "./commands.ts";
import { followTurns, type TurnAnswer } from "./followed-turns.ts";
import type { Journal } from "./journal.ts";
import { Outbox, piecesOf } from "./outbox.ts";
import { Questions } from "./questions.ts";
import type { Slots } from "./slots.ts";

/** What the user's settings say, and who paired. */
export type BridgeRules = {
  allow: readonly string[];
  groups: readonly string[];
  mode: "plan" | "ask";
  phone: boolean;
  /** The words are the user's own prompt: no command is read in them. */
  literal?: boolean;
};

export type BridgeParts = {
  name: string;
  kind: ChannelState["kind"];
  adapter: ChannelAdapter;
  journal: Journal;
  daemon: DaemonAddress;
  rules: BridgeRules;
  /** Senders that paired; what is added is kept. */
  paired: { list(): readonly string[]; add(sender: string): Promise<void> };
  say: SayWord;
  surroundings: Surroundings;
  slots: Slots;
  host: SlashAnswers & { sandboxed(): Promise<boolean> };
  onState(): void;
};

const mostQueued = 100;
const senderPerMinute = 10;
const channelPerMinute = 60;
/** Wrong codes after which a sender is not heard, and those of all that close a pairing: one stranger alone cannot. */
const mostWrongCodes = { sender: 5, all: 50 };
/** A draft is changed once in so long. Telegram takes about one message a second in a chat. */
const draftEveryMs = 2_000;
const mostBegun = 3;
/** What a state shows of what was written: so many messages, and UTF-16 units of each. */
const mostRecent = 5;
const shownOf = 200;
const closeMs = 2_000;

type Chat = {
  target: Target;
  /** Messages of it go one after the other to the daemon. */
  line: Promise<void>;
  /** Turns whose answers are waited for, with the messages that each answers. */
  turns: Map<string, string[]>;
  /** Turns that are over: words that joined one at its very end are answered with it. */
  over: Set<string>;
  following?: AbortController;
  question?: EventOf<"question.asked">;
  holdsSlot: boolean;
  draft?: { turnId: string; id?: string; at: number; line: Promise<void> };
  sender: string;
  vouched: boolean;
};

/** One channel: what comes in passes the gate, is kept, becomes a turn, and its answer goes out. */
export class ChannelBridge {
  readonly #parts: BridgeParts;
  readonly #client: DaemonClient;
  readonly #outbox: Outbox;
  readonly #questions: Questions;
  readonly #chats = new Map<string, Chat>();
  /** The chats of the sessions in which a turn runs: after /new a chat has two. */
  readonly #running = new Map<SessionId, string>();
  readonly #pauses: Pauses;
  readonly #stop = new AbortController();
  readonly #channelRate = new Rate(channelPerMinute);
  readonly #senderRates = new Map<string, Rate>();
  readonly #busyTold = new Map<string, number>();
  #pairing: { code: string; until: number; wrong: string[] } | undefined;
  #state: Pick<ChannelState, "state" | "why" | "detail" | "until"> = { state: "connecting" };
  #sending: Promise<void> = Promise.resolve();
  #listening: Promise<void> = Promise.resolve();
  #dropped = 0;
  #recent: NonNullable<ChannelState["recent"]> = [];

  constructor(parts: BridgeParts) {
    const { adapter, journal, say, surroundings, daemon, rules, host } = parts;
    this.#parts = parts;
    this.#client = createDaemonClient(daemon);
    this.#pauses = new Pauses(adapter.dailyConnections);
    const onTrouble = (detail: string) => this.#set({ ...this.#state, detail });
    this.#outbox = new Outbox({
      adapter,
      journal,
      say,
      surroundings,
      signal: this.#stop.signal,
      isUp: () => this.#state.state === "up",
      onTrouble,
      onSent: parts.onState,
    });
    const { now } = surroundings;
    this.#questions = new Questions({
      ...{ adapter, say, now },
      phone: () => rules.phone,
      sandboxed: () => host.sandboxed(),
    });
  }

  state(): ChannelState {
    const { name, kind, journal, paired, surroundings } = this.#parts;
    const pairing = this.#pairing && this.#pairing.until > surroundings.now() ? this.#pairing : undefined;
    return {
      ...{ name, kind, ...this.#state, dropped: this.#dropped, paired: [...paired.list()] },
      queue: { in: journal.inbox.size, out: journal.outbox.size },
      ...(pairing && { pairing: { until: new Date(pairing.until).toISOString() } }),
      ...(this.#recent.length > 0 && { recent: this.#recent }),
    };
  }

  /** Runs until it is stopped or parked; what was begun before a restart goes on. */
  async run(): Promise<void> {
    await this.#forgetStrangers();
    this.#sending = this.#outbox.run();
    for (const { message } of [...this.#parts.journal.inbox.values()]) this.#enqueue(message);
    this.#listening = this.#listen();
    await this.#listening;
    await this.#sending;
  }

  pair(code: string, until: number): void {
    this.#pairing = { code, until, wrong: [] };
    this.#parts.onState();
  }

  /** Sends words to a chat, under a name that they have once; what they answer was `sender`'s. Resolves when they are on the disk. */
  async post(target: Target, text: string, key: string, sender?: string): Promise<void> {
    const { journal, adapter, say } = this.#parts;
    await journal.put(piecesOf({ key, target, sender }, text, adapter.limits, say("again")));
    this.#outbox.wake();
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

  /** What is being sent is sent to its end, or it would be sent again; a program that listens has ended. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#outbox.wake();
    for (const chat of this.#chats.values()) {
      chat.following?.abort();
      this.#release(chat);
    }
    const drafts = [...this.#chats.values()].map(({ draft }) => draft?.line);
    const over = Promise.allSettled([this.#listening, this.#sending, ...drafts]);
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
          hears: (sender) => {
            const { admitted, pairing } = this.#gateRules();
            return pairing || admitted.includes(sender);
          },
          admits: (from, sender) =>
            judge({ key: "", text: "", vouched: true, mentioned: true, from, sender }, this.#gateRules()) ===
            "admit",
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
    const admitted: Incoming[] = [];
    for (const message of messages) {
      const verdict = judge(message, this.#gateRules());
      if (verdict === "admit") admitted.push(message);
      else if (verdict !== "pair" || !(await this.#tryCode(message))) this.#dropped++;
    }
    const now = surroundings.now();
    // Presses and commands never wait behind a turn, and are worth nothing after a restart.
    const instant = admitted.filter((one) => this.#isInstant(one));
    const later = admitted.filter((one) => !instant.includes(one));
    const known = later.filter(({ key }) => journal.knows(key)).length;
    const kept = later.filter((message) => journal.knows(message.key) || this.#hasRoom(message, now));
    const asked = typeof cursor === "function";
    const place = asked ? (admitted.length > 0 ? cursor() : undefined) : cursor;
    const fresh = await journal.take(kept, place, now);
    for (const message of instant)
      void this.#instant(message).catch((error: unknown) => this.#troubled(error));
    for (const message of fresh) this.#enqueue(message);
    const at = new Date(now).toISOString();
    const newest = admitted.map(({ sender, text }) => ({ sender, text: text.slice(0, shownOf), at }));
    this.#recent = [...newest.reverse(), ...this.#recent].slice(0, mostRecent);
    if (messages.length > 0) this.#parts.onState();
    return { fresh: fresh.length, known };
  }

  /** Who is admitted no more is not answered: what waits of them goes, and what runs for them is stopped. */
  async #forgetStrangers(): Promise<void> {
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
        await askSession(this.#client, session, { type: "cancel" }, opIdOf("forget", key)).catch(
          (error: unknown) => {
            // expected: nothing runs there any more
            if (!(error instanceof DaemonRefusal)) throw error;
          },
        );
      await journal.done(key);
    }
  }

  #gateRules() {
    const { rules, paired, surroundings } = this.#parts;
    const pairing = this.#pairing !== undefined && this.#pairing.until > surroundings.now();
    return { admitted: [...rules.allow, ...paired.list()], groups: rules.groups, pairing };
  }

  /** Returns whether it was the code: then its sender is paired. */
  async #tryCode({ text, sender, from }: Incoming): Promise<boolean> {
    const { paired, say } = this.#parts;
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
    await this.post(from, say("paired"), `paired-${sender}-${pairing.until}`, sender);
    return true;
  }

  #hasRoom({ sender, from, key }: Incoming, now: number): boolean {
    // The gateway counts its own.
    if (this.#parts.rules.literal) return this.#parts.journal.inbox.size < mostQueued;
    const roomy =
      this.#parts.journal.inbox.size < mostQueued &&
      (this.#parts.adapter.keepsMessages || this.#ratesOf(sender).every((rate) => rate.take(now).ok));
    if (!roomy && now - (this.#busyTold.get(from.chat) ?? 0) >= 60_000) {
      this.#busyTold.set(from.chat, now);
      void this.post(from, this.#parts.say("busy"), `busy-${key}`, sender).catch((error: unknown) =>
        this.#troubled(error),
      );
    }
    return roomy;
  }

  #ratesOf(sender: string): Rate[] {
    const rate = this.#senderRates.get(sender) ?? new Rate(senderPerMinute);
    this.#senderRates.set(sender, rate);
    return [rate, this.#channelRate];
  }

  /** What came while the channel was away is on the disk at once, and begun no faster than what comes by the minute. */
  async #paced({ sender }: Incoming): Promise<void> {
    const { adapter, rules, surroundings } = this.#parts;
    if (!adapter.keepsMessages || rules.literal) return;
    for (const rate of this.#ratesOf(sender))
      for (;;) {
        const room = rate.take(surroundings.now());
        if (room.ok || this.#stop.signal.aborted) break;
        await surroundings.pause(room.afterMs, this.#stop.signal);
      }
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
    if (command)
      await this.post(from, await this.#command(message, command), `command-${key}`, message.sender);
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

  async #command(
    { from }: Incoming,
    { name, argument }: NonNullable<ReturnType<typeof readCommand>>,
  ): Promise<string> {
    const { say, journal, host } = this.#parts;
    const known = journal.chats.get(chatKey(from));
    const chat = this.#chats.get(chatKey(from));
    switch (name) {
      case "new":
        await journal.chat(chatKey(from), "");
        // What runs there goes on and is answered; what comes now is of the new one.
        this.#chats.delete(chatKey(from));
        return say("started");
      case "stop": {
        const running = [...this.#running].filter(([, key]) => key === chatKey(from)).map(([id]) => id);
        let words = say("idle");
        for (const session of new Set([...running, ...(known?.session ? [known.session] : [])]))
          await askSession(this.#client, session, { type: "cancel" }).then(
            () => {
              words = say("stopped");
            },
            (error: unknown) => {
              // expected: nothing runs there
              if (!(error instanceof DaemonRefusal)) throw error;
            },
          );
        return words;
      }
      case "status":
        return `${await host.status()}\n${say(chat && chat.turns.size > 0 ? "running" : "idle")}`;
      case "pending":
        return this.#questions.pending(from.chat).join("\n") || say("noPending");
      case "model":
        return this.#modelAnswer(argument, await host.model(argument));
      case "mode": {
        if (argument !== "plan" && argument !== "ask") return say("modeHow");
        const session = await this.#sessionOf(from);
        return askSession(this.#client, session, { type: "set-mode", mode: argument satisfies Mode }).then(
          () => say("mode", { mode: argument }),
          (error: unknown) => {
            if (error instanceof DaemonRefusal && error.code === "forbidden") return say("stricter");
            throw error;
          },
        );
      }
      case "help":
        return say("help");
      default:
        return say("unknownCommand");
    }
  }

  #modelAnswer(wanted: string, answer: string): string {
    const { say } = this.#parts;
    if (wanted !== "" && answer === wanted) return say("loaded", { name: answer });
    return answer === "" ? say("loadAtMachine") : say("models", { list: answer });
  }

  #chatOf({ from, sender, vouched }: Incoming): Chat {
    const key = chatKey(from);
    const chat: Chat = this.#chats.get(key) ?? {
      ...{
        target: from,
        line: Promise.resolve(),
        turns: new Map(),
        over: new Set(),
        holdsSlot: false,
        sender,
        vouched,
      },
    };
    chat.sender = sender;
    chat.vouched = vouched;
    this.#chats.set(key, chat);
    return chat;
  }

  #enqueue(message: Incoming): void {
    const chat = this.#chatOf(message);
    chat.line = chat.line
      .then(() => this.#paced(message))
      .then(() => this.#begin(chat, message))
      .catch((error: unknown) => this.#troubled(error));
  }

  async #sessionOf(target: Target): Promise<SessionId> {
    const { journal } = this.#parts;
    const known = journal.chats.get(chatKey(target));
    if (known?.session) return this.#held(known.session, target);
    const { session } = await this.#client.call("openSession", { body: {} });
    await this.#held(session.id, target);
    await journal.chat(chatKey(target), session.id);
    return session.id;
  }

  /** The session, once it only plans where the settings say so by now. Asked again it is the same. */
  async #held(session: SessionId, target: Target): Promise<SessionId> {
    if (this.#parts.rules.mode === "plan" || target.kind === "group")
      await askSession(this.#client, session, { type: "set-mode", mode: "plan" });
    return session;
  }

  /** Words become a turn, or join the one that runs. Asked again after a crash they are the same op. */
  async #begin(chat: Chat, message: Incoming): Promise<void> {
    const { journal, say, slots, name, surroundings } = this.#parts;
    const { key, from, sender } = message;
    const waiting = journal.inbox.get(key);
    if (!waiting || this.#stop.signal.aborted) return;
    if (this.#chats.get(chatKey(from)) !== chat) return this.#enqueue(message);
    if (waiting.begun >= mostBegun) {
      await journal.done(key);
      return this.post(from, say("setAside"), `aside-${key}`, sender);
    }
    if (chat.question && chat.turns.size > 0) {
      const { callId, digest } = chat.question;
      chat.question = undefined;
      const session = await this.#sessionOf(from);
      const body = { type: "answer-question", callId, digest, end: "answered", text: message.text } as const;
      try {
        await askSession(this.#client, session, body, opIdOf(name, key));
        return await journal.done(key);
      } catch (error) {
        // Answered at the machine meanwhile: the words go to the session as any others do.
        if (!(error instanceof DaemonRefusal)) throw error;
      }
    }
    const joins = chat.turns.size > 0;
    if (!joins) {
      const ahead = slots.ahead();
      if (ahead > 0) await this.post(from, say("queued", { count: ahead }), `queued-${key}`, sender);
      await slots.take();
      chat.holdsSlot = true;
    }
    let isBegun = false;
    for (let pause = 1_000; !this.#stop.signal.aborted; pause = Math.min(pause * 2, 60_000)) {
      try {
        const session = await (waiting.session ? this.#held(waiting.session, from) : this.#sessionOf(from));
        if (!isBegun) await journal.begun(key, session);
        isBegun = true;
        const body = { type: "send-message", text: wordsOf(message, say), sender } as const;
        const answer = await askSession(this.#client, session, body, opIdOf(name, key));
        if (answer.turnId === undefined) {
          await journal.done(key);
          if (!joins) this.#release(chat);
          return this.post(from, say("noted"), `noted-${key}`, sender);
        }
        if (chat.over.has(answer.turnId)) return journal.done(key);
        chat.turns.set(answer.turnId, [...(chat.turns.get(answer.turnId) ?? []), key]);
        if (!chat.following) this.#follow(chat, session);
        return;
      } catch (error) {
        if (!(error instanceof DaemonRefusal)) throw error;
        const away = error.code === "daemon_unreachable" || error.status >= 500 || error.status === 429;
        if (!away) {
          await journal.done(key);
          if (!joins) this.#release(chat);
          // A session that was put aside: the next message begins another.
          if (error.code === "forbidden") await journal.chat(chatKey(from), "");
          return this.post(from, say("refused", { why: error.code }), `refused-${key}`, sender);
        }
        await surroundings.pause(pause, this.#stop.signal);
      }
    }
  }

  #release(chat: Chat): void {
    if (!chat.holdsSlot) return;
    chat.holdsSlot = false;
    this.#parts.slots.give();
  }

  #follow(chat: Chat, session: SessionId): void {
    const { journal, adapter, daemon } = this.#parts;
    const following = new AbortController();
    chat.following = following;
    this.#running.set(session, chatKey(chat.target));
    const place = { session, target: chat.target, sender: chat.sender, vouched: chat.vouched };
    const safely = (work: Promise<unknown> | undefined) =>
      void work?.catch((error: unknown) => this.#troubled(error));
    safely(adapter.typing?.(chat.target));
    const known = journal.chats.get(chatKey(chat.target));
    const after = known?.session === session ? known.after : 0;
    let ending = Promise.resolve();
    const followed = followTurns(
      daemon,
      { session, after },
      {
        onAsked: (asked, call) => {
          // Who waits for a person needs no engine.
          this.#release(chat);
          safely(this.#questions.show(asked, call, place));
        },
        onResolved: (callId, decided, origin) => {
          const { say } = this.#parts;
          const here = origin !== undefined;
          const words = say(!here ? "answeredElsewhere" : decided === "allowed" ? "allowed" : "denied");
          safely(this.#questions.resolved(session, callId, words));
        },
        onQuestion: (question) => {
          this.#release(chat);
          chat.question = question;
          const text = [
            question.question,
            ...(question.choices ?? []).map((choice, at) => `${at + 1}. ${choice}`),
          ];
          safely(
            this.post(
              chat.target,
              visibleText(text.join("\n")),
              `question-${session}-${question.callId}`,
              chat.sender,
            ),
          );
        },
        onAnswered: (callId) => {
          if (chat.question?.callId === callId) chat.question = undefined;
        },
        onWords: (turnId, words) => this.#draft(chat, turnId, words),
        onEnded: (answer) => {
          ending = ending.then(() => this.#ended(chat, session, answer));
          safely(ending);
        },
      },
      following.signal,
    );
    followed.catch(async (error: unknown) => {
      for (const keys of chat.turns.values()) for (const key of keys) await journal.done(key);
      chat.turns.clear();
      chat.following = undefined;
      this.#running.delete(session);
      this.#release(chat);
      this.#troubled(error);
    });
  }

  async #ended(chat: Chat, session: SessionId, answer: TurnAnswer): Promise<void> {
    const { journal, adapter, say } = this.#parts;
    const { turnId, seq } = answer;
    const keys = chat.turns.get(turnId);
    const name = chatKey(chat.target);
    await chat.draft?.line;
    if (keys) {
      const text = this.#answerText(answer);
      const pieces = piecesOf(
        { key: `${session}-${turnId}`, target: chat.target, sender: chat.sender },
        ...([text, adapter.limits, say("again")] as const),
      );
      const draft = journal.draftOf(`${session}-${turnId}`);
      const [first] = pieces;
      if (first && draft !== undefined) first.draft = draft;
      await journal.put(pieces, { chat: name, session, after: seq, done: keys });
      this.#outbox.wake();
    }
    chat.over.add(turnId);
    chat.question = undefined;
    chat.draft = undefined;
    chat.turns.delete(turnId);
    if (chat.turns.size === 0) {
      chat.following?.abort();
      chat.following = undefined;
      this.#running.delete(session);
      this.#release(chat);
    }
    this.#parts.onState();
  }

  #answerText({ text, end }: TurnAnswer): string {
    const { say } = this.#parts;
    if (end.reason === "cancelled") return text === "" ? say("stopped") : `${text}\n\n${say("stopped")}`;
    if (end.reason === "done") return text === "" ? say("noAnswer") : text;
    const why = end.failure?.code ?? end.reason;
    return [text, say("failed", { why: why.replaceAll("_", " ") })]
      .filter((part) => part !== "")
      .join("\n\n");
  }

  /** The answer so far, as a message that is changed every two seconds. Only where messages can be changed, and in no group. */
  #draft(chat: Chat, turnId: string, words: string): void {
    const { adapter, journal, surroundings, say } = this.#parts;
    const { target } = chat;
    if (!adapter.edit || target.kind !== "direct" || words.trim() === "" || !chat.turns.has(turnId)) return;
    const now = surroundings.now();
    if (chat.draft?.turnId !== turnId)
      chat.draft = {
        turnId,
        at: 0,
        line: Promise.resolve(),
        id: journal.draftOf(`${journal.chats.get(chatKey(target))?.session}-${turnId}`),
      };
    const draft = chat.draft;
    if (now - draft.at < draftEveryMs) return;
    draft.at = now;
    const [piece] = piecesOf({ key: "draft", target }, words, adapter.limits, say("again"));
    const text = piece?.text ?? "";
    draft.line = draft.line
      .then(async () => {
        if (draft.id !== undefined) return adapter.edit?.(target, draft.id, { text });
        draft.id = await adapter.send(target, { text }, `draft-${turnId}`);
        const session = journal.chats.get(chatKey(target))?.session;
        if (draft.id !== undefined) await journal.draft(`${session}-${turnId}`, draft.id);
      })
      .catch(() => undefined); // expected: the whole answer follows in any case
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

function chatKey({ chat, thread }: Target): string {
  return thread === undefined ? chat : `${chat}/${thread}`;
}

/** The name of an op, from the service's own name of the message: what comes twice is done once. */
function opIdOf(channel: string, key: string): string {
  return `ch-${createHash("sha256").update(`${channel}\n${key}`).digest("hex").slice(0, 40)}`;
}

/** What the model is given: the words alone. Names of chats, senders and files that people choose are no part of it, but that files came is. */
function wordsOf({ text, files = [] }: Incoming, say: SayWord): string {
  if (files.length === 0) return text;
  const names = files.map((name) => JSON.stringify(visibleText(name).slice(0, 100))).join(", ");
  return [text, say("files", { names })].filter((part) => part.trim() !== "").join("\n\n");
}
