import { givenDaemon } from "./given-daemon.ts";
import { SpokenBackend } from "./spoken-backend.ts";
import { Watcher } from "./watcher.ts";

/** A daemon whose model says what the test says, a session of it, and somebody who looks at it. */
export async function watchedSession() {
  const backend = new SpokenBackend();
  const daemon = await givenDaemon({ backend });
  const session = await daemon.opensSession();
  const watcher = await Watcher.of(daemon.address, { session });
  await watcher.seesSnapshot();
  return { backend, daemon, session, watcher };
}
