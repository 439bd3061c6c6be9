import type { EventOf, SessionId } from "@kestrel/protocol";
import { askSession, type DaemonClient, DaemonRefusal } from "@kestrel/server/client";
import { visibleText } from "@kestrel/text";
import type { Incoming, Target } from "../port.ts";
import type { SayWord } from "../words.ts";
import type { Admission } from "./admission.ts";
import type { BridgeParts } from "./bridge-parts.ts";
import { failureWords } from "./failure-words.ts";
import { followTurns, type TurnAnswer } from "./followed-turns.ts";
import type { Waiting } from "./journal.ts";
import { opIdOf } from "./op-id.ts";
import { draftName, firstPiece, type Outbox, piecesOf } from "./outbox.ts";
import type { Questions } from "./questions.ts";

/** A draft is changed once in so long. Telegram takes about one message a second in a chat. */
const draftEveryMs = 2_000;
/** After so many attempts without an answer of the daemon a message is set aside. */
const mostBegun = 3;
/** Turns of a chat whose answers are kept: more than it has messages that wait for one. */
const mostOver = 20;

type Chat = {
  target: Target;
  /** Messages of it go one after the other to the daemon. */
  line: Promise<void>;
  /** Turns whose answers are waited for, with the messages that each answers. */
  turns: Map<string, string[]>;
  /** The newest finished turns: a message that joined one is answered with it, even when that is reported late. */
  over: Map<string, TurnAnswer>;
  following?: AbortController;
  /** The session that is followed. */
  session?: SessionId;
  question?: EventOf<"question.asked">;
  holdsSlot: boolean;
  draft?: { turnId: string; id?: string; at: number; line: Promise<void> };
  sender: string;
  vouched: boolean;
};

type TurnsParts = BridgeParts & {
  client: DaemonClient;
  admission: Admission;
  outbox: Outbox;
  questions: Questions;
  signal: AbortSignal;
  onTrouble(error: unknown): void;
};

/** Messages become turns of their chat's session, and each answer is sent for the messages it answers. */
export class Turns {
  readonly #parts: TurnsParts;
  readonly #chats = new Map<string, Chat>();
  /** The chats of the sessions in which a turn runs: after /new a chat has two. */
  readonly #running = new Map<SessionId, Chat>();

  constructor(parts: TurnsParts) {
    this.#parts = parts;
  }

  isRunning(from: Target): boolean {
    return (this.#chats.get(chatKey(from))?.turns.size ?? 0) > 0;
  }

  /** Later messages get a new session; running turns continue and are answered. */
  async startAnew(from: Target): Promise<void> {
    await this.#parts.journal.chat(chatKey(from), "");
    this.#chats.delete(chatKey(from));
  }

  /** Ends every turn of a chat; whether one ran. */
  async cancel(from: Target): Promise<boolean> {
    const { journal, client } = this.#parts;
    const known = journal.chats.get(chatKey(from));
    const running = [...this.#running]
      .filter(([, { target }]) => chatKey(target) === chatKey(from))
      .map(([id]) => id);
    let isStopped = false;
    for (const session of new Set([...running, ...(known?.session ? [known.session] : [])]))
      await askSession(client, session, { type: "cancel" }).then(
        () => {
          isStopped = true;
        },
        (error: unknown) => {
          // expected: nothing runs there
          if (!(error instanceof DaemonRefusal)) throw error;
        },
      );
    return isStopped;
  }

  /** Follows nothing more, and resolves when the drafts that are on their way have arrived. */
  async close(): Promise<void> {
    const chats = [...new Set([...this.#chats.values(), ...this.#running.values()])];
    for (const chat of chats) {
      chat.following?.abort();
      this.#release(chat);
    }
    await Promise.allSettled(chats.map(({ draft }) => draft?.line));
  }

  /** The chat of a message; one of its own for a message that was begun in a session that /new left. */
  #chatOf({ key: message, from, sender, vouched }: Incoming): Chat {
    const { inbox, chats } = this.#parts.journal;
    const key = chatKey(from);
    const session = inbox.get(message)?.session;
    const isLeft = session !== undefined && session !== chats.get(key)?.session;
    const chat: Chat = (isLeft ? undefined : this.#chats.get(key)) ?? {
      ...{
        target: from,
        line: Promise.resolve(),
        turns: new Map(),
        over: new Map(),
        holdsSlot: false,
        sender,
        vouched,
      },
    };
    chat.sender = sender;
    chat.vouched = vouched;
    if (!isLeft) this.#chats.set(key, chat);
    return chat;
  }

  /** Takes a message that is in the journal; it becomes a turn, or joins one, in its order. */
  enqueue(message: Incoming): void {
    const chat = this.#chatOf(message);
    chat.line = chat.line
      .then(() => this.#parts.admission.paced(message))
      .then(() => this.#begin(chat, message))
      .catch((error: unknown) => this.#parts.onTrouble(error));
  }

  /** The session of a chat; a new one where it has none. */
  async sessionOf(target: Target): Promise<SessionId> {
    const { journal } = this.#parts;
    const known = journal.chats.get(chatKey(target));
    if (known?.session) return this.#held(known.session, target);
    const { session } = await this.#parts.client.call("openSession", { body: {} });
    await this.#held(session.id, target);
    await journal.chat(chatKey(target), session.id);
    return session.id;
  }

  /** The session, switched to plan mode first when the settings require it. Idempotent. */
  async #held(session: SessionId, target: Target): Promise<SessionId> {
    if (this.#parts.rules.mode === "plan" || target.kind === "group")
      await askSession(this.#parts.client, session, { type: "set-mode", mode: "plan" });
    return session;
  }

  /** A message starts a turn or joins the running one. A repeat after a crash is the same op. */
  async #begin(chat: Chat, message: Incoming): Promise<void> {
    const { journal, say, slots, name } = this.#parts;
    const { key, from, sender } = message;
    const waiting = journal.inbox.get(key);
    if (!waiting || this.#parts.signal.aborted) return;
    if (!waiting.session && this.#chats.get(chatKey(from)) !== chat) return this.enqueue(message);
    if (waiting.begun >= mostBegun && !waiting.isTaken) {
      await journal.done(key);
      return this.#parts.outbox.post(from, say("setAside"), `aside-${key}`, sender);
    }
    if (chat.question && chat.turns.size > 0) {
      const { callId, digest } = chat.question;
      chat.question = undefined;
      const session = await this.sessionOf(from);
      const body = { type: "answer-question", callId, digest, end: "answered", text: message.text } as const;
      try {
        await askSession(this.#parts.client, session, body, opIdOf(name, key));
        return await journal.done(key);
      } catch (error) {
        // Answered at the machine meanwhile: the words go to the session as any others do.
        if (!(error instanceof DaemonRefusal)) throw error;
      }
    }
    if (chat.turns.size === 0) {
      const ahead = slots.ahead();
      if (ahead > 0)
        await this.#parts.outbox.post(from, say("queued", { count: ahead }), `queued-${key}`, sender);
      await slots.take();
      chat.holdsSlot = true;
    }
    try {
      await this.#hand(chat, waiting);
    } finally {
      if (chat.turns.size === 0) this.#release(chat);
    }
  }

  /** Sends the message to the daemon, which makes it a turn of the chat; or tells the sender why not. */
  async #hand(chat: Chat, waiting: Waiting): Promise<void> {
    const { journal, say, surroundings, name } = this.#parts;
    const { message } = waiting;
    const { key, from, sender } = message;
    let isBegun = false;
    for (let pause = 1_000; !this.#parts.signal.aborted; pause = Math.min(pause * 2, 60_000)) {
      try {
        const session = await (waiting.session ? this.#held(waiting.session, from) : this.sessionOf(from));
        if (!isBegun) await journal.begun(key, session);
        if (message.cut) await this.#parts.outbox.post(from, say("cut"), `cut-${key}`, sender);
        isBegun = true;
        const body = { type: "send-message", text: wordsOf(message, say), sender } as const;
        const answer = await askSession(this.#parts.client, session, body, opIdOf(name, key));
        if (answer.turnId === undefined) {
          await journal.done(key);
          return this.#parts.outbox.post(from, say("noted"), `noted-${key}`, sender);
        }
        await journal.taken(key);
        const over = chat.over.get(answer.turnId);
        if (over) return this.#put(chat, session, over, [key]);
        chat.turns.set(answer.turnId, [...(chat.turns.get(answer.turnId) ?? []), key]);
        // The turn of an earlier message may have ended before the last answered one.
        if (!chat.following) this.#follow(chat, session, waiting.begun > 1);
        return;
      } catch (error) {
        if (!(error instanceof DaemonRefusal)) throw error;
        const away = error.code === "daemon_unreachable" || error.status >= 500 || error.status === 429;
        if (!away) {
          await journal.done(key);
          // A session that was put aside: the next message begins another.
          if (error.code === "forbidden") await journal.chat(chatKey(from), "");
          return this.#parts.outbox.post(from, failureWords(error.code, say), `refused-${key}`, sender);
        }
        await surroundings.pause(pause, this.#parts.signal);
      }
    }
  }

  #release(chat: Chat): void {
    if (!chat.holdsSlot) return;
    chat.holdsSlot = false;
    this.#parts.slots.give();
  }

  #follow(chat: Chat, session: SessionId, fromStart: boolean): void {
    const { journal, adapter, daemon } = this.#parts;
    const following = new AbortController();
    chat.following = following;
    chat.session = session;
    this.#running.set(session, chat);
    const place = { session, target: chat.target, sender: chat.sender, vouched: chat.vouched };
    const safely = (work: Promise<unknown> | undefined) =>
      void work?.catch((error: unknown) => this.#parts.onTrouble(error));
    safely(adapter.typing?.(chat.target));
    const known = journal.chats.get(chatKey(chat.target));
    const after = known?.session === session && !fromStart ? known.after : 0;
    let ending = Promise.resolve();
    const followed = followTurns(
      daemon,
      { session, after },
      {
        onAsked: (asked, call) => {
          // A turn that waits for a person needs no engine.
          this.#release(chat);
          safely(this.#parts.questions.show(asked, call, place));
        },
        onResolved: (callId, decided, origin) => {
          const { say } = this.#parts;
          const here = origin !== undefined;
          const words = say(!here ? "answeredElsewhere" : decided === "allowed" ? "allowed" : "denied");
          safely(this.#parts.questions.resolved(session, callId, words));
        },
        onQuestion: (question) => {
          this.#release(chat);
          chat.question = question;
          const text = [
            question.question,
            ...(question.choices ?? []).map((choice, at) => `${at + 1}. ${choice}`),
          ];
          safely(
            this.#parts.outbox.post(
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
          ending = ending.catch(() => undefined).then(() => this.#ended(chat, session, answer)); // expected: that one told so
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
      this.#parts.onTrouble(error);
    });
  }

  async #ended(chat: Chat, session: SessionId, answer: TurnAnswer): Promise<void> {
    const { turnId } = answer;
    // The answer replaces the draft, so the draft is complete first.
    await chat.draft?.line;
    // Messages that join this turn later find it in `over`, and are answered there.
    const keys = chat.turns.get(turnId);
    chat.over.set(turnId, answer);
    try {
      if (keys) await this.#put(chat, session, answer, keys);
    } finally {
      const [oldest] = chat.over.keys();
      if (chat.over.size > mostOver && oldest !== undefined) chat.over.delete(oldest);
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
  }

  /** Puts an answer into the outbox, once, however many messages it answers. */
  async #put(chat: Chat, session: SessionId, answer: TurnAnswer, done: readonly string[]): Promise<void> {
    const { journal, adapter, say, outbox } = this.#parts;
    const key = `${session}-${answer.turnId}`;
    const place = { key, target: chat.target, sender: chat.sender };
    const pieces = piecesOf(place, this.#answerText(answer), adapter.limits, say("again"));
    const [first] = pieces;
    const draft = journal.draftOf(key);
    if (first && draft !== undefined) first.draft = draft;
    await journal.put(pieces, { chat: chatKey(chat.target), session, after: answer.seq, done });
    outbox.wake();
  }

  #answerText({ text, end }: TurnAnswer): string {
    const { say } = this.#parts;
    if (end.reason === "cancelled") return text === "" ? say("stopped") : `${text}\n\n${say("stopped")}`;
    if (end.reason === "done") return text === "" ? say("noAnswer") : text;
    const why = failureWords(end.failure?.code ?? end.reason, say);
    return text === "" ? why : `${text}\n\n${why}`;
  }

  /** The answer so far, as a message that is changed every two seconds. Only where messages can be changed, and in no group. */
  #draft(chat: Chat, turnId: string, words: string): void {
    const { adapter, journal, surroundings, say } = this.#parts;
    const { target } = chat;
    if (!adapter.edit || target.kind !== "direct" || words.trim() === "" || !chat.turns.has(turnId)) return;
    const now = surroundings.now();
    const key = `${chat.session}-${turnId}`;
    if (chat.draft?.turnId !== turnId)
      chat.draft = { turnId, at: 0, line: Promise.resolve(), id: journal.draftOf(key) || undefined };
    const draft = chat.draft;
    if (now - draft.at < draftEveryMs) return;
    draft.at = now;
    const [piece] = piecesOf({ key: "draft", target }, words, adapter.limits, say("again"));
    const text = piece?.text ?? "";
    draft.line = draft.line
      .then(async () => {
        if (draft.id !== undefined) return adapter.edit?.(target, draft.id, { text });
        // A message that was sent but not recorded is found again by its id.
        if (adapter.sendsOnce) await journal.draft(key, "");
        draft.id = await adapter.send(target, { text }, draftName(firstPiece(key)));
        if (draft.id !== undefined) await journal.draft(key, draft.id);
      })
      .catch(() => undefined); // expected: the whole answer follows in any case
  }
}

function chatKey({ chat, thread }: Target): string {
  return thread === undefined ? chat : `${chat}/${thread}`;
}

/**
 * The model's input: the message's text alone. It contains no names of chats, senders or files, which people choose; only that
 * files came, and that text was cut.
 */
function wordsOf({ text, files = [], cut = false }: Incoming, say: SayWord): string {
  if (files.length === 0 && !cut) return text;
  const names = files.map((name) => JSON.stringify(visibleText(name).slice(0, 100))).join(", ");
  const more = [files.length > 0 ? say("files", { names }) : "", cut ? say("cut") : ""];
  return [text, ...more].filter((part) => part.trim() !== "").join("\n\n");
}
