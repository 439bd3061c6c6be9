import type { GivenSession } from "../../../testing/given-session.ts";

/** Resolves when a summary is asked for. */
export function whenAsked({ session }: Pick<GivenSession, "session">): Promise<void> {
  return new Promise((resolve) => {
    session.watch((news) => {
      if (news.kind !== "event" || news.event.body.type !== "request.sent") return;
      if (news.event.body.purpose === "compaction") resolve();
    });
  });
}
