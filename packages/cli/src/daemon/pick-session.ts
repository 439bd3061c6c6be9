import { Mode, type Sampling, type SessionId, type SessionSummary } from "@kestrel/protocol";
import { askSession } from "@kestrel/server/client";
import { type Flags, UsageError } from "../arguments.ts";
import { CommandFailure } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import type { Connection } from "./join-or-start.ts";

/** The mode the flags ask for; undefined when they do not. Another word was refused where the line was read. */
export function modeOf({ mode }: Flags): Mode | undefined {
  return Mode.optional().parse(mode);
}

/** The session the flags name, if they name one: `-r ID` (its beginning is enough), or with `-c` the last one of this folder. */
export async function namedSession(
  { client }: Connection,
  flags: Flags,
  folder: string,
  say: Say,
): Promise<SessionSummary | undefined> {
  // `-r` alone: the person chooses at the terminal.
  if ((flags.resume === undefined || flags.resume === "") && !flags.continue) return undefined;
  if (flags.resume !== undefined && flags.continue)
    throw new UsageError(say("usage.either", { one: "-c", other: "-r" }));
  const sessions = await sessionsByAge(client);
  const wanted = flags.resume;
  if (wanted !== undefined) return sessionCalled(sessions, wanted);
  const last = sessions.find(({ workspace, parent }) => workspace === folder && !parent);
  if (!last) throw new UsageError(say("session.noneHere", { folder }));
  return last;
}

/** All sessions, the one that changed last first. */
export async function sessionsByAge(client: Connection["client"]): Promise<SessionSummary[]> {
  const { sessions } = await client.call("listSessions");
  return [...sessions].sort((one, other) => (one.changedAt < other.changedAt ? 1 : -1));
}

/** The session of that id, or the only one whose id begins so. Throws `session_not_found`. */
export function sessionCalled(sessions: readonly SessionSummary[], wanted: string): SessionSummary {
  const exact = sessions.find(({ id }) => id === wanted);
  const beginning = sessions.filter(({ id }) => id.startsWith(wanted));
  const found = exact ?? (beginning.length === 1 && wanted.length >= 4 ? beginning[0] : undefined);
  if (!found) throw new CommandFailure("session_not_found", { sessionId: wanted.slice(0, 60) });
  return found;
}

/** A session's id is shown no shorter. */
const shortestId = 8;

/** The beginning of a session's id that names it alone. */
export function shortId(sessions: readonly Pick<SessionSummary, "id">[], id: string): string {
  const others = sessions.filter((other) => other.id !== id);
  let length = shortestId;
  while (length < id.length && others.some((other) => other.id.startsWith(id.slice(0, length)))) length++;
  return id.slice(0, length);
}

/** What a person wants of the session they speak in. */
export type SessionWish = {
  folder: string;
  /** They named the folder with `-C`: then HOME or / is meant. */
  folderNamed: boolean;
  mode?: Mode;
  sampling?: Sampling;
  /** The user's own part of the system prompt. */
  systemText?: string;
  /** False: private. */
  memory?: boolean;
  /** A loadout of the shelf, in place of the one in force. */
  loadout?: string;
  /** A session that it goes on with, by a summary of it. */
  continues?: SessionId;
};

/** A new session as it is wished for. */
export async function newSession(
  { client, loadout: ofFlag }: Connection,
  { folder, folderNamed, mode, sampling, systemText, memory, loadout = ofFlag, continues }: SessionWish,
): Promise<SessionSummary> {
  const { session } = await client.call("openSession", {
    body: {
      workspace: folder,
      sampling,
      systemText,
      loadout,
      continues,
      ...(folderNamed && { confirm: true as const }),
    },
  });
  if (memory === false) await askSession(client, session.id, { type: "set-memory", on: false });
  return asWished({ client }, session, { mode });
}

/** Sets what is wished for another way than the session has it. */
export async function asWished<Session extends Pick<SessionSummary, "id" | "mode">>(
  { client }: Pick<Connection, "client">,
  session: Session,
  { mode, sampling }: Pick<SessionWish, "mode" | "sampling">,
): Promise<Session> {
  if (sampling !== undefined)
    await askSession(client, session.id, { type: "set-sampling", change: sampling });
  if (mode === undefined || mode === session.mode) return session;
  await askSession(client, session.id, { type: "set-mode", mode });
  return { ...session, mode };
}
