import type { Failure, Frame, SessionEvent, SessionId } from "@kestrel/protocol";
import type { DaemonAddress, FollowState } from "@kestrel/server/client";
import { leadStream } from "./lead-stream.ts";
import { channelOf, leadLock, lockOf, sharedChannel, type TabNews, type TabWord } from "./tab-words.ts";

/** A tab that holds the stream and does not answer in this time is frozen: another takes over. Milliseconds. */
const patienceMs = 3_000;

export type TabStreamInput = {
  onEvent(event: SessionEvent): void;
  onFrame(frame: Frame): void;
  /** The log of the session is sent again from its start. */
  onReset(): void;
  onState(state: FollowState): void;
  /** The daemon refused the stream, or the session this tab shows. */
  onRefused(failure: Failure): void;
};

/** The daemon's news for one tab: of the session it shows, and of all sessions. One tab of the browser holds the stream. */
export class TabStream {
  readonly #input: TabStreamInput;
  readonly #address: DaemonAddress;
  readonly #tab = crypto.randomUUID();
  readonly #shared = new BroadcastChannel(sharedChannel);
  readonly #ending = new AbortController();
  #session: { id: SessionId; channel: BroadcastChannel } | undefined;
  /** Whether this tab holds its own lock: without it, it counts as closed. */
  #present = false;
  /** The number of the last event received. */
  #seen = 0;
  #askedAgainAt = -1;
  #nothingLive: ReturnType<typeof setTimeout> | undefined;

  constructor(address: DaemonAddress, input: TabStreamInput) {
    this.#address = address;
    this.#input = input;
    this.#shared.onmessage = ({ data }: MessageEvent<TabWord>) => this.#heed(data);
    const { signal } = this.#ending;
    const held = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    void navigator.locks.request(lockOf(this.#tab), () => {
      this.#present = true;
      this.#ask();
      return held;
    });
    void this.#wait({ signal });
    window.addEventListener("pagehide", () => this.#say({ kind: "leaves", tab: this.#tab }), { signal });
    document.addEventListener("visibilitychange", () => this.#ask(), { signal });
  }

  /** Follows another session from the event after that number, or none. */
  show(id: SessionId | undefined, after = 0): void {
    this.#session?.channel.close();
    this.#seen = after;
    this.#session = undefined;
    if (id !== undefined) {
      const channel = new BroadcastChannel(channelOf(id));
      channel.onmessage = ({ data }: MessageEvent<readonly TabNews[]>) => {
        for (const news of data) if (this.#session?.channel === channel) this.#hear(news);
      };
      this.#session = { id, channel };
    }
    this.#ask();
  }

  end(): void {
    if (this.#ending.signal.aborted) return;
    this.#say({ kind: "leaves", tab: this.#tab });
    this.#ending.abort();
    clearTimeout(this.#nothingLive);
    this.#session?.channel.close();
    this.#shared.close();
  }

  /** Waits for the stream's lock, and holds it until this tab ends or another one takes it. */
  async #wait(options: { signal: AbortSignal } | { steal: true }): Promise<void> {
    const leading = new AbortController();
    const { signal } = this.#ending;
    const ended = AbortSignal.any([leading.signal, signal]);
    try {
      await navigator.locks.request(leadLock, options, () => {
        if (ended.aborted) return;
        leadStream(this.#address, ended);
        return new Promise<void>((resolve) => ended.addEventListener("abort", () => resolve()));
      });
    } catch {
      // expected: taken over, or ended while waiting
    }
    leading.abort();
    if (!signal.aborted) void this.#wait({ signal });
  }

  #ask(): void {
    if (!this.#present || this.#ending.signal.aborted) return;
    this.#say({ kind: "wants", tab: this.#tab, session: this.#session?.id, after: this.#seen });
    if (document.visibilityState !== "visible") return;
    this.#nothingLive ??= setTimeout(() => {
      this.#nothingLive = undefined;
      void this.#wait({ steal: true });
    }, patienceMs);
  }

  #say(word: TabWord): void {
    this.#shared.postMessage(word);
  }

  #heed(word: TabWord): void {
    switch (word.kind) {
      case "leads":
        this.#ask();
        break;
      case "state":
        clearTimeout(this.#nothingLive);
        this.#nothingLive = undefined;
        this.#input.onState(word.state);
        break;
      case "frame":
        this.#input.onFrame(word.frame);
        break;
      case "refused":
        this.#input.onRefused(word.failure);
        break;
      case "wants":
      case "leaves":
        break;
      default:
        word satisfies never;
    }
  }

  #hear(news: TabNews): void {
    switch (news.kind) {
      case "event":
        if (news.event.seq > this.#seen + 1) this.#askAgain();
        if (news.event.seq !== this.#seen + 1) break;
        this.#seen = news.event.seq;
        this.#input.onEvent(news.event);
        break;
      case "frame":
        // A frame ahead of this tab's log is skipped; its own follows after its log.
        if (news.at <= this.#seen) this.#input.onFrame(news.frame);
        break;
      case "reset":
        this.#seen = 0;
        this.#input.onReset();
        break;
      case "gone":
        this.#input.onRefused(news.error);
        break;
      default:
        news satisfies never;
    }
  }

  /** Requests a missed part of the log again, once for each position. */
  #askAgain(): void {
    if (this.#askedAgainAt === this.#seen) return;
    this.#askedAgainAt = this.#seen;
    this.#ask();
  }
}
