import { memoryArchive } from "@kestrel/core/testing";
import { SessionId } from "@kestrel/protocol";
import { givenDaemon } from "./given-daemon.ts";

/** A session that another daemon opened, and the archive where it lies. */
export async function shelvedSession(name: string) {
  const shelf = memoryArchive();
  const id = SessionId.parse(name);
  const first = await givenDaemon({ archive: shelf, parts: { newSessionId: () => id } });
  await first.opensSession();
  return { shelf, id };
}
