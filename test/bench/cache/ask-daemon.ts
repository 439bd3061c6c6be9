import type { SessionEvent, SessionId } from "../../../packages/protocol/src/index.ts";
import { askSession, followEvents } from "../../../packages/server/src/client/index.ts";
import { type BenchDaemon, startDaemon } from "../built-program.ts";
import type { Stage } from "./scene.ts";

/** A daemon of the built program in front of the scene's server, for as long as `use` takes. */
export async function withDaemon<Answer>(
  { folder, url }: Stage,
  use: (daemon: BenchDaemon) => Promise<Answer>,
): Promise<Answer> {
  const daemon = await startDaemon(["--url", url], folder);
  try {
    return await use(daemon);
  } finally {
    await daemon.stop();
  }
}

/** A new session in the scene's workspace, asked one message after the other; all its events. */
export async function askInTurn(
  daemon: BenchDaemon,
  stage: Stage,
  messages: readonly string[],
): Promise<SessionEvent[]> {
  const session = await newSession(daemon, stage);
  let heard: SessionEvent[] = [];
  for (const text of messages) heard = await askInSession(daemon, session, text);
  return heard;
}

export async function newSession({ client }: BenchDaemon, { workspace }: Stage): Promise<SessionId> {
  const { session } = await client.call("openSession", { body: { workspace } });
  return session.id;
}

/** One message in a session that is there; all the session's events up to the end of its turn. */
export async function askInSession(
  daemon: BenchDaemon,
  session: SessionId,
  text: string,
): Promise<SessionEvent[]> {
  const { turnId } = await askSession(daemon.client, session, { type: "send-message", text });
  return heardUntil(daemon, session, ({ body }) => body.type === "turn.ended" && body.turnId === turnId);
}

/** The log of a session from its beginning to the first event that fits. */
export async function heardUntil(
  { url, token }: BenchDaemon,
  session: SessionId,
  fits: (event: SessionEvent) => boolean,
): Promise<SessionEvent[]> {
  const leave = new AbortController();
  const heard: SessionEvent[] = [];
  let over = false;
  const onEvent = (event: SessionEvent) => {
    if (over) return;
    heard.push(event);
    over = fits(event);
    if (over) leave.abort();
  };
  await followEvents({ baseUrl: url, token, session, signal: leave.signal, onEvent, onFrame: () => {} });
  return heard;
}
