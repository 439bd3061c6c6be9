import { passOver } from "@kestrel/diagnostics";
import type { OpId, SentImage, TurnId } from "@kestrel/protocol";
import { newOpId } from "@kestrel/server/client";
import { asOneMessage, type PendingWords, pendingWordsIn } from "@kestrel/session-state";
import type { FollowedSession } from "../daemon/followed-session.ts";

/** The message that a new one replaces. `files`: also undoes the changes to files since. */
export type Edited = { turn: TurnId; files?: true };

/** Messages typed here that the model has not received. The daemon has them start a turn or join the running one; none is lost. */
export class Outbox {
  readonly #session: FollowedSession;
  readonly #wasPasted: (text: string) => boolean;
  /** Messages sent from here; `show` prints one that is not on the screen yet. `read`: the model has it. */
  readonly #sent = new Map<OpId, { text: string; show?: (() => void) | undefined; read?: true }>();
  #last: Promise<unknown> = Promise.resolve();
  /** Counts stops: a message entered before a stop and not sent by then stays here. */
  #stops = 0;
  #stopped: string[] = [];

  /** `wasPasted`: whether a part of the text was not typed. */
  constructor(session: FollowedSession, wasPasted: (text: string) => boolean = () => false) {
    this.#session = session;
    this.#wasPasted = wasPasted;
  }

  /** Sends messages in order; with `instead`, replaces that message. Rejects with the daemon's error; the message is not sent then. */
  send(
    text: string,
    instead?: Edited,
    show?: () => void,
    images: readonly SentImage[] = [],
    opId = newOpId(),
  ): Promise<void> {
    const stops = this.#stops;
    this.#sent.set(opId, { text, show });
    const sent = this.#last.then(async () => {
      if (stops !== this.#stops) {
        this.#sent.delete(opId);
        this.#stopped.push(text);
      } else
        await this.#session.ask(
          instead
            ? { type: "rewind", ...instead, text }
            : {
                ...{ type: "send-message", text },
                ...(images.length > 0 && { images: [...images] }),
                ...(this.#wasPasted(text) && { pasted: true }),
              },
          opId,
        );
    });
    this.#last = sent.catch(() => void this.#sent.delete(opId)); // expected: the caller gets the error
    return sent;
  }

  /** The user stops the turn: no earlier message is sent any more. Resolves when the messages in flight have arrived. */
  async stop(): Promise<void> {
    this.#stops++;
    await this.#last;
  }

  /** Text typed here that is not on the screen yet. It is sent with the next step of the turn. */
  get joining(): readonly string[] {
    return [...this.#sent.values()].flatMap(({ text, show }) => (show ? [text] : []));
  }

  /** How many messages the model has not seen, from any client. */
  get pending(): number {
    return pendingWordsIn(this.#session.state).length;
  }

  /** Whether a logged message was sent from here. If so, it is now on the screen. */
  showsOwn(opId: OpId | undefined): boolean {
    const own = opId === undefined ? undefined : this.#sent.get(opId);
    own?.show?.();
    if (own) Object.assign(own, { show: undefined, read: true });
    return own !== undefined;
  }

  /** The turn is over. Messages that it did not use are sent as the next one. After a bad end they are returned instead. */
  async turnEnded(well: boolean): Promise<string | undefined> {
    await this.#last;
    const left = (this.#session.state.pendingWords ?? []).filter(({ id }) => id && this.#sent.has(id));
    const shows = left.flatMap(({ id }) => (id && this.#sent.get(id)?.show) || []);
    const taken = await Promise.all(left.map((words) => this.#takeBack(words)));
    const text = asOneMessage([...taken.filter((one) => one !== undefined), ...this.#stopped.splice(0)]);
    if (text === "") return undefined;
    if (!well) return text;
    await this.send(text, undefined, () => {
      for (const show of shows) show();
    });
    return undefined;
  }

  /** Takes back those messages from here that fit and that the model has not read. Resolves with their texts. */
  async takeBackUnread(fits: (text: string) => boolean): Promise<readonly string[]> {
    const waiting = [...this.#sent].filter(([, { text, read }]) => !read && fits(text));
    if (waiting.length === 0) return [];
    await this.#last;
    const taken = waiting.map(([id, { text }]) => this.#takeBack({ id, text }));
    return (await Promise.all(taken)).filter((text) => text !== undefined);
  }

  /** Takes back the newest message that the model has not seen, from any client, so that it can be edited. */
  async takeBackNewest(): Promise<string | undefined> {
    await this.#last;
    const newest = pendingWordsIn(this.#session.state).findLast(({ id }) => id !== undefined);
    return newest && this.#takeBack(newest);
  }

  /** Takes back all messages that wait for the next turn: those that a stop, a failure or a shutdown left. */
  async takeBackAll(): Promise<string | undefined> {
    const waiting = this.#session.state.pendingWords ?? [];
    const taken = await Promise.all(waiting.map((words) => this.#takeBack(words)));
    const text = asOneMessage(taken.filter((one) => one !== undefined));
    return text === "" ? undefined : text;
  }

  /** Returns the text, or undefined when it could not be taken back any more. */
  async #takeBack({ id, text }: PendingWords): Promise<string | undefined> {
    if (id === undefined) return undefined;
    const edit = { type: "edit-pending", words: id, text: "" } as const;
    return this.#session.ask(edit).then(() => {
      this.#sent.delete(id);
      return text;
    }, passOver("taking words back"));
  }
}
