/** The destination of an answer: a chat of the channel, and the thread in it. */
export type Target = { chat: string; thread?: string; kind: "direct" | "group" };

/** What a service delivered, in the words of the port. Names that people choose are in none of it but `text`. */
export type Incoming = {
  /** The service's own id of the message: equal for repeats. */
  key: string;
  from: Target;
  /** The id that the service keeps stable; empty for a sender that it does not name. */
  sender: string;
  /** Written by a program, or by this channel itself. */
  automatic?: boolean;
  /** An older message that was changed. */
  edited?: boolean;
  /** The service vouches for `sender`: answers to questions are taken from no other. */
  vouched: boolean;
  /** In a group: it names this channel. */
  mentioned?: boolean;
  text: string;
  /** Names of attached files; they are not fetched. */
  files?: readonly string[];
  /** It went on: `text` is its beginning. */
  cut?: boolean;
  /** A button under one of our messages was pressed, with this data. `press` acknowledges it. */
  press?: { id: string; data: string };
};

/** An outgoing text. Code is shown as code when the service can. */
export type Outgoing = { text: string; code?: boolean };

export type Button = { text: string; data: string };

/** How long one message may be, in the unit that the service counts. */
export type Limits = { unit: "utf16" | "bytes" | "points"; count: number };

export type Listening = {
  /** The last cursor passed to `take`; undefined at first. */
  cursor: string | undefined;
  signal: AbortSignal;
  /** The service answers. */
  up(): void;
  /** Whether a direct message of this sender may pass the gate: costly content is read for no other. */
  hears(sender: string): boolean;
  /** Whether this sender may write there, with a mention in a group. */
  admits(from: Target, sender: string): boolean;
  /**
   * Resolves once all of it is on the disk, with how many were new, and known. Nothing newer may be acknowledged before. A cursor
   * that is a function is called only when a message was admitted.
   */
  take(
    messages: readonly Incoming[],
    cursor: string | (() => string) | undefined,
  ): Promise<{ fresh: number; known: number }>;
};

/** One service under one account. It does not reconnect: the bridge calls `listen` again. */
export interface ChannelAdapter {
  readonly limits: Limits;
  /** The same `key` twice is one message there. */
  readonly sendsOnce: boolean;
  /** The service keeps messages while the channel is away, so many can arrive at once: each is queued instead of refused. */
  readonly keepsMessages?: boolean;
  /** Connections within a day, where the service counts them. */
  readonly dailyConnections?: number;
  /** Resolves when the signal fires; rejects with `ChannelFault` or whatever broke it. */
  listen(listening: Listening): Promise<void>;
  /** Sends one message within `limits`; resolves with its id. Rejects with `SendRefused` for what will never be taken. */
  send(target: Target, message: Outgoing, key: string): Promise<string | undefined>;
  /** Replaces the text or removes the buttons of one of our messages. */
  edit?(target: Target, id: string, message: Outgoing): Promise<void>;
  typing?(target: Target): Promise<void>;
  /** A message with buttons. */
  ask?(target: Target, message: Outgoing, buttons: readonly Button[]): Promise<string | undefined>;
  /** Acknowledges a press to the service, with a short text for the person who pressed. */
  acknowledge?(pressId: string, words: string): Promise<void>;
}

/** Why a channel cannot go on by itself; a person has to do something. */
export type ParkReason = "auth" | "conflict" | "budget" | "refused" | "crash";

/** What a service may ask to be left alone for at most, in milliseconds: a longer pause is none to a timer. */
const mostAfterMs = 86_400_000;

/** Why a connection ended. `park`: retrying does not help. `afterMs`: the service's time for a retry. */
export class ChannelFault extends Error {
  override readonly name = "ChannelFault";
  readonly park: ParkReason | undefined;
  readonly afterMs: number | undefined;

  constructor(message: string, { park, afterMs }: { park?: ParkReason; afterMs?: number } = {}) {
    super(message);
    this.park = park;
    this.afterMs = Number.isFinite(afterMs) ? Math.min(Number(afterMs), mostAfterMs) : undefined;
  }
}

/** The service will never take this message as it is. `gone`: nor any other one for this chat. */
export class SendRefused extends Error {
  override readonly name = "SendRefused";
  readonly gone: boolean;

  constructor(message: string, { gone = false } = {}) {
    super(message);
    this.gone = gone;
  }
}

/** What is outside: time, chance, and waiting. Tests bring their own. */
export type Surroundings = {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 until below 1. */
  random(): number;
  /** Resolves after so many milliseconds, or at once when the signal fires. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
};
