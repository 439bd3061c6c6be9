import { resolve } from "node:path";
import type { Launched, LaunchedDaemon } from "@kestrel/app/background";
import { findRunningDaemon, lastEndHere, type RunningDaemon } from "@kestrel/app/find-daemon";
import { loadoutOfFlag } from "@kestrel/app/loadout-of-flag";
import { overHttp } from "@kestrel/app/over-http";
import { isOlderBuild } from "@kestrel/app/program-build";
import { startedHere } from "@kestrel/app/started-with";
import type { Mode } from "@kestrel/protocol";
import { type DaemonStatus, type EngineStatus, findHeld } from "@kestrel/protocol/api";
import type { DaemonAddress, DaemonClient } from "@kestrel/server/client";
import type { SessionState } from "@kestrel/session-state";
import { type Flags, UsageError } from "../arguments.ts";
import { CommandFailure, failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { type Asking, whileAccepted } from "../places/while-accepted.ts";
import { endUnused } from "./end-unused.ts";
import { isAlive, untilEnded } from "./until-ended.ts";

/** A daemon that this process is attached to. */
export type Connection = {
  client: DaemonClient;
  address: DaemonAddress;
  pid: number;
  /** Set when this command started the daemon: the result of the start. */
  started?: Launched;
  /** It is an older build than this program, and in use. */
  older: boolean;
  /** With `--loadout` and a running daemon: a loadout of its shelf, for new sessions. */
  loadout?: string;
  /** The current status of a session's engine, or of the main one. The full status takes longer, and opens the index of sessions. */
  engineStatus(session?: Pick<SessionState, "accepted" | "model">): Promise<EngineStatus>;
  /** The default mode of new sessions. */
  usualMode(): Promise<Mode>;
  /** Called when the daemon closes the connection. */
  onEnd: () => void;
  /**
   * Joins the daemon that runs now, and updates `client`, `address` and `pid`. Without one, how the last one ended: `killed` only when a
   * client had started it.
   */
  rejoin(): Promise<"joined" | "stopped" | "killed" | "not-yet">;
  /** Starts one as at the start of this command, and joins it. Rejects with the error of the start. */
  startAgain(): Promise<void>;
  /** Detaches; the daemon continues. `as-found`: a daemon started by this command ends, unless others use it. */
  close(how?: "as-found"): Promise<void>;
};

/**
 * Attaches to this user's daemon, or starts one in the background. Replaces an unused daemon that differs from a new one: an older
 * build, another environment or other flags. Throws UsageError when a flag contradicts a daemon that is in use.
 */
export async function joinOrStart({ flags, say, lend }: Asking): Promise<Connection> {
  for (;;) {
    const running: LaunchedDaemon =
      (await findRunningDaemon()) ?? (await whileAccepted({ flags, say, lend }, () => startedNow(flags)));
    const { launched } = running;
    const fits = launched ? { refusal: undefined } : await fitting(running, flags, say);
    const isOther = !launched && (fits.refusal !== undefined || (await wouldDiffer(running, flags)));
    if (isOther && (await endUnused(running))) continue;
    if (fits.refusal) throw fits.refusal;
    try {
      return await connected(running, flags, { ...fits, launched });
    } catch (error) {
      unlessEnding(error);
      await untilEnded(running.pid);
    }
  }
}

/** Loaded only when needed: joining does not load the code that starts a daemon. */
async function startedNow(flags: Flags): Promise<LaunchedDaemon> {
  const { launchDaemon } = await import("@kestrel/app/background");
  return launchDaemon(flags);
}

const addressOf = ({ url, token }: RunningDaemon): DaemonAddress => ({
  baseUrl: url,
  token,
  transport: overHttp,
});

type Known = { launched: Launched | undefined; loadout?: string };

async function connected(running: RunningDaemon, flags: Flags, known: Known): Promise<Connection> {
  const { launched, loadout } = known;
  let now = running;
  const attendTo = (daemon: RunningDaemon) => attend(addressOf(daemon), () => connection.onEnd());
  let leave = await attendTo(running);
  const join = async (other: RunningDaemon) => {
    const leaveOther = await attendTo(other);
    leave();
    leave = leaveOther;
    now = other;
  };
  const client: DaemonClient = { call: (name, input) => now.client.call(name, input) };
  let shown: Promise<DaemonStatus> | undefined;
  const status = () => (shown ??= client.call("status"));
  const connection: Connection = {
    client,
    get address() {
      return addressOf(now);
    },
    get pid() {
      return now.pid;
    },
    ...(launched && { started: launched }),
    older: !launched && isOlderBuild(running.build),
    ...(loadout !== undefined && { loadout }),
    engineStatus: async (session = {}) => {
      const [lead, ...beside] = (await client.call("listEngines")).engines;
      return (findHeld(session, beside) ?? lead)?.status ?? (await client.call("status")).engine;
    },
    usualMode: async () => launched?.mode ?? (await status()).mode,
    onEnd: () => undefined,
    rejoin: async () => {
      const other = await findRunningDaemon();
      const isJoined = other && (await join(other).then(() => true, unlessEnding));
      if (isJoined) return "joined";
      const end = await lastEndHere();
      if (end === "stopped") return end;
      return end === "killed" && now.background && !isAlive(now.pid) ? end : "not-yet";
    },
    startAgain: async () => join(await startedNow(flags)),
    close: async (how) => {
      leave();
      if (how === "as-found" && launched) await endUnused(now);
    },
  };
  return connection;
}

/** False for a daemon that is ending; any other error is thrown. */
function unlessEnding(error: unknown): false {
  if (failureOf(error).code !== "daemon_unreachable") throw error;
  return false;
}

/** Checks the flags against a running daemon: the loadout of its shelf that they name, or why it cannot be joined. */
async function fitting(
  running: RunningDaemon,
  flags: Flags,
  say: Say,
): Promise<{ loadout?: string; refusal: UsageError | undefined }> {
  const { client, url, pid } = running;
  const loadout = flags.loadout === undefined ? undefined : await loadoutOfSession(client, flags.loadout);
  const asked = askedOf(loadout === undefined ? flags : { ...flags, loadout: undefined });
  const fits = { ...(loadout !== undefined && { loadout }), refusal: undefined };
  if (asked.length === 0) return fits;
  const { settings } = await client.call("settings");
  const inForce = new Map(settings.map(({ key, value }) => [key, value]));
  inForce.set("server.port", new URL(url).port);
  for (const { flag, key, value } of asked) {
    const theirs = inForce.get(key) ?? null;
    if (String(theirs) === value) continue;
    if ((flag === "--model" || flag === "--url") && (await isModelInUse(running, flags))) continue;
    const has = theirs === null ? say("daemon.nothing") : String(theirs);
    return { refusal: new UsageError(say("daemon.otherModel", { pid, flag, value, key, theirs: has })) };
  }
  return fits;
}

/** Loads the code for switching models only when a flag differs. */
async function isModelInUse(running: RunningDaemon, flags: Flags): Promise<boolean> {
  const { isInUse } = await import("./switch-model.ts");
  return isInUse(running, flags);
}

/** Its name on the shelf, when a session can use it with the running model: one with model or engine settings needs its own daemon. */
async function loadoutOfSession(client: DaemonClient, given: string): Promise<string | undefined> {
  const file = loadoutOfFlag(given);
  const { loadouts } = await client.call("listLoadouts");
  const found = loadouts.find((one) => one.file === file);
  const frozen = found?.checked?.frozen;
  if (!found || !frozen || found.inForce) return undefined;
  const isTheDaemons = frozen.model !== undefined || frozen.engine.length > 0 || frozen.adapter.length > 0;
  return isTheDaemons ? undefined : found.name;
}

/** Flags that concern the daemon itself; `--mode` is a session's and always possible. */
function askedOf({
  model,
  loadout,
  url,
  window,
  port,
}: Flags): { flag: string; key: string; value: string }[] {
  const asked = [
    url === undefined
      ? { flag: "--model", key: "model.path", value: model && resolve(model) }
      : { flag: "--model", key: "model.name", value: model },
    { flag: "--loadout", key: "loadout", value: loadout && loadoutOfFlag(loadout) },
    { flag: "--url", key: "model.url", value: url },
    { flag: "--window", key: "model.window", value: window },
    { flag: "--port", key: "server.port", value: port === "0" ? undefined : port },
  ];
  return asked.flatMap(({ flag, key, value }) => (value === undefined ? [] : [{ flag, key, value }]));
}

/**
 * Whether a new background daemon would differ from this one: an older build, other settings or environment, or a loadout or window that
 * the flags no longer name.
 */
async function wouldDiffer({ build, background }: RunningDaemon, flags: Flags): Promise<boolean> {
  if (!background) return false;
  if (isOlderBuild(build)) return true;
  const now = await startedHere(flags);
  if (background.around !== now.around) return true;
  const isLeft = (name: "loadout" | "window") => now[name] === undefined && background[name] !== undefined;
  // A loadout file edited since the start counts as different.
  const isEdited = now.loadout?.split(" ", 1)[0] === background.loadout?.split(" ", 1)[0];
  return isLeft("loadout") || isLeft("window") || (isEdited && now.loadout !== background.loadout);
}

/**
 * Attaches to a daemon. Until the returned function is called it counts as in use: it neither exits when idle nor is replaced.
 * Rejects with `daemon_unreachable` when it is ending. `onEnd`: it closed the connection.
 */
async function attend({ baseUrl, token, transport }: DaemonAddress, onEnd: () => void): Promise<() => void> {
  const leave = new AbortController();
  const unreachable = new CommandFailure("daemon_unreachable", { url: baseUrl });
  // Events of no session in particular: a stream with little traffic.
  const answer = await transport?.(new URL("/api/v1/events?sessions=", baseUrl), {
    method: "GET",
    headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
    signal: leave.signal,
  }).catch(() => undefined); // expected: it has ended
  if (answer?.status !== 200) throw unreachable;
  void readOn(answer.pieces()).then(() => leave.signal.aborted || onEnd());
  return () => leave.abort();
}

/** Reads the stream and drops it: the daemon would have to buffer unread events. */
async function readOn(pieces: AsyncIterator<string>): Promise<void> {
  try {
    while (!(await pieces.next()).done);
  } catch {
    // expected: the daemon has ended, or this client has detached
  }
}
