import { spokenSession } from "./spoken-session.ts";
import { Watcher } from "./watcher.ts";

/** A daemon whose model says what the test says, a session of it, and somebody who looks at it. */
export async function watchedSession() {
  const { backend, daemon, session } = await spokenSession();
  const watcher = await Watcher.of(daemon.address, { session });
  await watcher.seesSnapshot();
  return { backend, daemon, session, watcher };
}
