import { createParser } from "eventsource-parser";
import { type DaemonAddress, refusalFrom } from "./daemon-client.ts";
import { isGood, overFetch, type TransportAnswer } from "./transport.ts";

export type FollowState = "connecting" | "open" | "lost";

/** A stream of the daemon that reconnects whenever it breaks. */
export type StreamInput = DaemonAddress & {
  /** Its query, read at every connection: the client's current position. */
  query(): Readonly<Record<string, string>>;
  /** Handles one message. Returns true when the daemon serves the request, which resets the retry pause. */
  onMessage(kind: string | undefined, data: string): boolean;
  onState?(state: FollowState): void;
  signal: AbortSignal;
};

const firstPauseMs = 250;
const longestPauseMs = 5_000;

/**
 * Follows a stream until `signal` fires. Resolves then; rejects with DaemonRefusal when the daemon refuses (401, 404),
 * and with what a listener throws.
 */
export async function followStream(input: StreamInput): Promise<void> {
  let pause = firstPauseMs;
  while (!input.signal.aborted) {
    input.onState?.("connecting");
    const outcome = await connected(input, () => {
      pause = firstPauseMs;
    });
    if (outcome.kind === "refused") throw outcome.refusal;
    if (input.signal.aborted) return;
    input.onState?.("lost");
    await waited(pause, input.signal);
    pause = Math.min(pause * 2, longestPauseMs);
  }
}

type Outcome = { kind: "ended" } | { kind: "refused"; refusal: Error };

async function connected(input: StreamInput, served: () => void): Promise<Outcome> {
  const answer = await asked(input);
  // Away, restarting, or full: a later attempt may succeed.
  if (!answer) return { kind: "ended" };
  if (answer.status === 429 || answer.status === 503) {
    await answer.text().catch(() => undefined); // expected: the connection broke
    return { kind: "ended" };
  }
  if (!isGood(answer)) return { kind: "refused", refusal: await refusalFrom(answer) };
  input.onState?.("open");
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (!input.signal.aborted && input.onMessage(event, data)) served();
    },
  });
  const pieces = answer.pieces();
  try {
    for (;;) {
      const text = await nextText(pieces);
      if (text === undefined) return { kind: "ended" };
      parser.feed(text);
    }
  } finally {
    pieces.return?.().catch(() => undefined); // expected: the connection broke
  }
}

/** The answer; undefined when there is none. */
async function asked({
  baseUrl,
  token,
  transport = overFetch,
  query,
  signal,
}: StreamInput): Promise<TransportAnswer | undefined> {
  const url = new URL("/api/v1/events", baseUrl);
  for (const [name, value] of Object.entries(query())) url.searchParams.set(name, value);
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  return transport(url, { method: "GET", headers, signal }).catch(() => undefined); // expected: the daemon is away
}

/** The next piece; undefined when the connection ended, in whatever way. */
async function nextText(pieces: AsyncIterator<string>): Promise<string | undefined> {
  const next = await pieces.next().catch(() => undefined); // expected: the connection broke
  return next === undefined || next.done ? undefined : next.value;
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
