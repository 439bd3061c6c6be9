import type { SessionId } from "@kestrel/protocol";
import { onTestFinished } from "vitest";
import { followSession, type TestSession } from "./follow-session.ts";
import type { TestDaemon } from "./run-daemon.ts";

export { allowOnce, bodiesOf, type TestSession } from "./follow-session.ts";

/** A new session in the daemon's workspace, followed from its first event. */
export async function openTestSession(
  daemon: TestDaemon,
  workspace = daemon.workspace,
): Promise<TestSession> {
  const { session } = await daemon.client.call("openSession", { body: { workspace } });
  return followTestSession(daemon, session.id);
}

/** Follows a session that is there, from its beginning, until the test ends. */
export function followTestSession(daemon: TestDaemon, id: SessionId): TestSession {
  const session = followSession(daemon, id);
  onTestFinished(() => session.leave());
  return session;
}
