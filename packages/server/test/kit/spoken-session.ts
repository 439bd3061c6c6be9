import { type Given, givenDaemon } from "./given-daemon.ts";
import { SpokenBackend } from "./spoken-backend.ts";

/** A daemon whose model says what the test says, and a session of it. */
export async function spokenSession(given: Omit<Given, "backend"> = {}) {
  const backend = new SpokenBackend();
  const daemon = await givenDaemon({ ...given, backend });
  const session = await daemon.opensSession();
  return { backend, daemon, session };
}
