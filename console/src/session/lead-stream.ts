import type { SessionId } from "@kestrel/protocol";
import { type DaemonAddress, followSessions } from "@kestrel/server/client";
import { failureOf } from "./failure.ts";
import { channelOf, lockOf, sharedChannel, type TabNews, type TabWord } from "./tab-words.ts";

/** Delay before the stream is requested again after a refusal. Milliseconds. */
const pauseAfterRefusalMs = 5_000;

/** What a tab shows; `served` once the open stream was requested with it. */
type Want = { session?: SessionId; after: number; served: boolean };

/**
 * Holds this browser's one event stream until `signal` fires: follows the sessions of its tabs and forwards their news. A browser has six
 * connections per server; a stream for each of ten tabs would leave none to send Stop with.
 */
export function leadStream(address: DaemonAddress, signal: AbortSignal): void {
  const shared = new BroadcastChannel(sharedChannel);
  const say = (word: TabWord) => shared.postMessage(word);
  const sessions = new SessionChannels();
  const wants = new Map<string, Want>();
  let following: AbortController | undefined;
  let state: TabWord = { kind: "state", state: "connecting" };

  const follow = async () => {
    following?.abort();
    following = new AbortController();
    const ended = AbortSignal.any([following.signal, signal]);
    await forgetClosedTabs(wants);
    if (ended.aborted) return;
    try {
      await followSessions({
        ...address,
        sessions: sessions.begin(wants.values()),
        signal: ended,
        onState(now) {
          if (ended.aborted) return;
          state = { kind: "state", state: now };
          say(state);
        },
        onEvent: (session, event) => sessions.tell(session, { kind: "event", event }),
        onFrame(session, frame) {
          if (session === undefined) say({ kind: "frame", frame });
          else sessions.tell(session, { kind: "frame", frame, at: sessions.cursor(session) ?? 0 });
        },
        onReset: (session) => sessions.tell(session, { kind: "reset" }),
        onGone: (session, error) => sessions.tell(session, { kind: "gone", error }),
      });
    } catch (thrown) {
      if (ended.aborted) return;
      say({ kind: "refused", failure: failureOf(thrown) });
      setTimeout(() => !ended.aborted && void follow(), pauseAfterRefusalMs);
    }
  };

  shared.onmessage = ({ data: word }: MessageEvent<TabWord>) => {
    if (word.kind === "leaves") wants.delete(word.tab);
    if (word.kind !== "wants") return;
    const { tab, session, after } = word;
    const told = session === undefined ? 0 : sessions.cursor(session);
    const comes = following !== undefined && told !== undefined && told <= after;
    wants.set(tab, { session, after, served: comes });
    // The reply also shows the tab that another tab holds the stream.
    say(state);
    if (!comes) void follow();
  };
  signal.addEventListener("abort", () => {
    shared.close();
    sessions.close();
  });
  say({ kind: "leads" });
}

/** The followed sessions: a channel for each, and the last event sent on it. */
class SessionChannels {
  readonly #open = new Map<SessionId, { channel: BroadcastChannel; told: number }>();
  #batches = new Map<SessionId, TabNews[]>();

  cursor(session: SessionId): number | undefined {
    return this.#open.get(session)?.told;
  }

  /** Follows the sessions that the tabs want. Returns the event each log must start from, so that every tab gets what it lacks. */
  begin(wants: Iterable<Want>): ReadonlyMap<SessionId, number> {
    const cursors = new Map<SessionId, number>();
    for (const want of wants) {
      const { session } = want;
      if (session === undefined) continue;
      const after = want.served ? (this.cursor(session) ?? want.after) : want.after;
      want.served = true;
      cursors.set(session, Math.min(after, cursors.get(session) ?? after));
    }
    for (const [session, { channel }] of this.#open) {
      if (cursors.has(session)) continue;
      channel.close();
      this.#open.delete(session);
    }
    for (const [session, told] of cursors) {
      const channel = this.#open.get(session)?.channel ?? new BroadcastChannel(channelOf(session));
      this.#open.set(session, { channel, told });
    }
    return cursors;
  }

  /** One message per chunk of the stream, not one per event. */
  tell(session: SessionId, news: TabNews): void {
    const followed = this.#open.get(session);
    if (!followed) return;
    if (news.kind === "event") followed.told = news.event.seq;
    if (news.kind === "reset") followed.told = 0;
    if (this.#batches.size === 0) queueMicrotask(() => this.#flush());
    const batch = this.#batches.get(session);
    if (batch) batch.push(news);
    else this.#batches.set(session, [news]);
  }

  close(): void {
    for (const { channel } of this.#open.values()) channel.close();
    this.#open.clear();
  }

  #flush(): void {
    const batches = this.#batches;
    this.#batches = new Map();
    for (const [session, batch] of batches) this.#open.get(session)?.channel.postMessage(batch);
  }
}

/** A tab may end without notice; its lock ends with it. */
async function forgetClosedTabs(wants: Map<string, Want>): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const open = new Set(held.map(({ name }) => name));
  for (const tab of wants.keys()) if (!open.has(lockOf(tab))) wants.delete(tab);
}
