import type { Frame, SessionEvent, SessionId } from "@kestrel/protocol";
import { createParser } from "eventsource-parser";
import { type DaemonAddress, refusalFrom } from "./daemon-client.ts";
import { isGood, overFetch, type TransportAnswer } from "./transport.ts";

export type FollowState = "connecting" | "open" | "lost";

export type FollowInput = DaemonAddress & {
  /** Without a session only frames about all sessions and the engine arrive. */
  session?: SessionId;
  /** Events after this seq; 0 for the whole log. */
  after?: number;
  onEvent(event: SessionEvent): void;
  onFrame(frame: Frame): void;
  onState?(state: FollowState): void;
  /** The cursor is not of this log (restored, replaced): forget what was folded, the log follows from the start. */
  onReset?(): void;
  signal: AbortSignal;
};

const firstPauseMs = 250;
const longestPauseMs = 5_000;

/**
 * Follows the daemon until `signal` fires: the log after `after`, one live snapshot, then news as it happens.
 * A broken connection is taken up again where it ended; nothing is lost or doubled.
 * Resolves when `signal` fires; rejects with DaemonRefusal when the daemon refuses (401, 404), and with what a listener throws.
 */
export async function followEvents(input: FollowInput): Promise<void> {
  let after = input.after ?? 0;
  let pause = firstPauseMs;
  while (!input.signal.aborted) {
    input.onState?.("connecting");
    const outcome = await connected(input, after, {
      opened: () => input.onState?.("open"),
      served: () => {
        pause = firstPauseMs;
      },
      seen: (seq) => {
        after = seq;
      },
    });
    if (outcome.kind === "refused") throw outcome.refusal;
    if (input.signal.aborted) return;
    input.onState?.("lost");
    await waited(pause, input.signal);
    pause = Math.min(pause * 2, longestPauseMs);
  }
}

type Notes = { opened(): void; served(): void; seen(seq: number): void };
type Outcome = { kind: "ended" } | { kind: "refused"; refusal: Error };

async function connected(input: FollowInput, after: number, notes: Notes): Promise<Outcome> {
  const answer = await asked(input, after);
  // Away, restarting, or full: it may let us in later.
  if (!answer) return { kind: "ended" };
  if (answer.status === 429 || answer.status === 503) {
    await answer.text().catch(() => undefined);
    return { kind: "ended" };
  }
  if (!isGood(answer)) return { kind: "refused", refusal: await refusalFrom(answer) };
  notes.opened();
  const parser = createParser({ onEvent: ({ event, data }) => told(input, notes, event, data) });
  const pieces = answer.pieces();
  try {
    for (;;) {
      const text = await nextText(pieces);
      if (text === undefined) return { kind: "ended" };
      parser.feed(text);
    }
  } finally {
    pieces.return?.().catch(() => undefined);
  }
}

/** The answer; undefined when there is none. */
async function asked(
  { baseUrl, token, transport = overFetch, session, signal }: FollowInput,
  after: number,
): Promise<TransportAnswer | undefined> {
  const url = new URL("/api/v1/events", baseUrl);
  if (session) url.searchParams.set("session", session);
  if (after > 0) url.searchParams.set("after", String(after));
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  return transport(url, { method: "GET", headers, signal }).catch(() => undefined);
}

/** What came next; undefined when the connection ended, in whatever way. */
async function nextText(pieces: AsyncIterator<string>): Promise<string | undefined> {
  const next = await pieces.next().catch(() => undefined);
  return next === undefined || next.done ? undefined : next.value;
}

function told(input: FollowInput, notes: Notes, kind: string | undefined, data: string): void {
  if (input.signal.aborted) return;
  if (kind === "reset") {
    notes.seen(0);
    input.onReset?.();
  } else if (kind === "frame") {
    const frame = JSON.parse(data) as Frame;
    // A log that cannot be read ends the stream before its snapshot, each time: then the pauses grow.
    if (frame.type === "snapshot" || !input.session) notes.served();
    input.onFrame(frame);
  }
  if (kind === "event") {
    const logged = JSON.parse(data) as SessionEvent;
    notes.seen(logged.seq);
    input.onEvent(logged);
  }
}

function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}
