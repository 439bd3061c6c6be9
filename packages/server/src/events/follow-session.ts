import type { SessionNews } from "@kestrel/core";
import type { Living } from "../sessions/session-hub.ts";
import type { EventStream } from "./event-stream.ts";

/**
 * Sends a session from `after` on: what is stored, one live snapshot, then news as it happens. Watching begins before
 * reading, so nothing falls between; what was read is not sent again. Resolves when the client is gone.
 */
export async function followSession(
  stream: EventStream,
  { session, log }: Living,
  after: number,
): Promise<void> {
  let sent = after;
  if (after > session.state().lastSeq) {
    stream.reset();
    sent = 0;
  }
  const waiting: SessionNews[] = [];
  let live = false;
  const tell = (news: SessionNews) => {
    if (news.kind === "frame") stream.frame(news.frame);
    else if (news.event.seq > sent) {
      sent = news.event.seq;
      stream.event(news.event);
    }
  };
  const unwatch = session.watch((news) => (live ? tell(news) : waiting.push(news)));
  try {
    for await (const event of log.read(sent)) {
      if (stream.gone) return;
      sent = Math.max(sent, event.seq);
      stream.event(event);
      await stream.caughtUp();
    }
    for (const news of waiting) if (news.kind === "event") tell(news);
    stream.frame({ type: "snapshot", live: session.live() });
    live = true;
    await stream.closed;
  } finally {
    unwatch();
  }
}
