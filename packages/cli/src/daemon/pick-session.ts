import { Mode, type Sampling, type SessionId, type SessionSummary } from "@kestrel/protocol";
import type { ModelOrigin } from "@kestrel/protocol/api";
import { askSession } from "@kestrel/server/client";
import { type Flags, UsageError } from "../arguments.ts";
import { CommandFailure } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import type { Connection } from "./join-or-start.ts";

/** The mode in the flags, or undefined. Other values were rejected by the parser. */
export function modeOf({ mode }: Flags): Mode | undefined {
  return Mode.optional().parse(mode);
}

/** The session in the flags, if any: `-r ID` (a unique prefix is enough), or with `-c` this folder's newest one. */
export async function namedSession(
  { client }: Connection,
  flags: Flags,
  folder: string,
  say: Say,
): Promise<SessionSummary | undefined> {
  // `-r` alone: the user chooses at the terminal.
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

/** All sessions, most recently changed first. */
export async function sessionsByAge(client: Connection["client"]): Promise<SessionSummary[]> {
  const { sessions } = await client.call("listSessions");
  return [...sessions].sort((one, other) => (one.changedAt < other.changedAt ? 1 : -1));
}

/** The session with that id, or the only one with that prefix. Throws `session_not_found`. */
export function sessionCalled(sessions: readonly SessionSummary[], wanted: string): SessionSummary {
  const exact = sessions.find(({ id }) => id === wanted);
  const beginning = sessions.filter(({ id }) => id.startsWith(wanted));
  const found = exact ?? (beginning.length === 1 && wanted.length >= 4 ? beginning[0] : undefined);
  if (!found) throw new CommandFailure("session_not_found", { sessionId: wanted.slice(0, 60) });
  return found;
}

/** Shortest prefix of a session's id that is shown. */
const shortestId = 8;

/** The shortest unique prefix of a session's id. */
export function shortId(sessions: readonly Pick<SessionSummary, "id">[], id: string): string {
  const others = sessions.filter((other) => other.id !== id);
  let length = shortestId;
  while (length < id.length && others.some((other) => other.id.startsWith(id.slice(0, length)))) length++;
  return id.slice(0, length);
}

/** The user's choices for a session. */
export type SessionWish = {
  folder: string;
  /** The user named the folder with `-C`: HOME or / are allowed then. */
  folderNamed: boolean;
  mode?: Mode;
  sampling?: Sampling;
  /** The user's part of the system prompt. */
  systemText?: string;
  /** False: a private session. */
  memory?: boolean;
  /** A model that is loaded beside the main one. */
  model?: ModelOrigin;
  /** A loadout of the shelf, instead of the active one. */
  loadout?: string;
  /** A session that it continues, from a summary. */
  continues?: SessionId;
};

/** A new session with these choices. */
export async function newSession(
  { client, loadout: ofFlag }: Connection,
  {
    folder,
    folderNamed,
    mode,
    sampling,
    systemText,
    memory,
    model,
    loadout = ofFlag,
    continues,
  }: SessionWish,
): Promise<SessionSummary> {
  const { session } = await client.call("openSession", {
    body: {
      workspace: folder,
      sampling,
      systemText,
      model,
      loadout,
      continues,
      ...(folderNamed && { confirm: true as const }),
    },
  });
  if (memory === false) await askSession(client, session.id, { type: "set-memory", on: false });
  return asWished({ client }, session, { mode });
}

/** Applies the choices that differ from the session's. */
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
