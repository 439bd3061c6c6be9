import type { OpenSession } from "@kestrel/daemon";
import type { SessionFeed } from "./session-feed.ts";

/**
 * Feeds a session from `after` on: stored events, one live snapshot, then updates; an unknown `after` resets the client first. Nothing is
 * queued: the log is read to its end, and watching begins in the same tick. Resolves when the client is gone.
 */
export async function followSession(
  feed: SessionFeed,
  { session, log }: OpenSession,
  after: number | undefined,
): Promise<void> {
  let sent = after ?? 0;
  if (after === undefined || after > session.state().lastSeq) {
    feed.reset();
    sent = 0;
  }
  for (let before = -1; sent < session.state().lastSeq && sent > before; ) {
    before = sent;
    for await (const event of log.read(sent)) {
      if (feed.gone) return;
      sent = event.seq;
      feed.event(event);
      await feed.caughtUp();
    }
  }
  feed.frame({ type: "snapshot", live: session.live() });
  const unwatch = session.watch((news) => {
    if (news.kind === "frame") feed.frame(news.frame);
    // The log may contain an event just before its news arrives.
    else if (news.event.seq > sent) feed.event(news.event);
  });
  try {
    await feed.closed;
  } finally {
    unwatch();
  }
}
