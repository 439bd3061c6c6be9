import { resolve } from "node:path";
import type { Daemon } from "@kestrel/app/daemon";
import { findRunningDaemon, type RunningDaemon, wasCutOff } from "@kestrel/app/find-daemon";
import { overHttp } from "@kestrel/app/over-http";
import { loadoutOfFlag } from "@kestrel/app/settings";
import type { Mode } from "@kestrel/protocol";
import type { EngineStatus } from "@kestrel/protocol/api";
import type { DaemonAddress, DaemonClient } from "@kestrel/server/client";
import { type Flags, UsageError } from "../arguments.ts";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { startAccepted } from "../places/start-accepted.ts";
import { stayWhileUsed } from "./stay-while-used.ts";
import { isInUse } from "./switch-model.ts";

/** A daemon to talk to. `own` is set when it lives in this process. */
export type Connection = {
  client: DaemonClient;
  address: DaemonAddress;
  pid: number;
  own?: Daemon;
  /** What `--loadout` names where a daemon runs already: a loadout of its shelf, for the sessions that begin now. */
  loadout?: string;
  /** Of our own both are known without a question; the whole status of a daemon takes it a while, and opens the index of sessions. */
  engineStatus(): Promise<EngineStatus>;
  /** The mode of a session that names none. */
  usualMode(): Promise<Mode>;
  /**
   * Joins the daemon that runs in the place of one that is gone; `client`, `address` and `pid` are its own then. `gone`: none
   * does, and the last one ended in order. Without it the daemon is ours.
   */
  rejoin?(): Promise<"joined" | "gone" | "not-yet">;
  /** Lets go of it. Our own ends then, once nobody else uses it, or at once. */
  close(how?: "at-once"): Promise<void>;
};

/** Joins this user's daemon, or starts one in this process. Throws UsageError when a flag contradicts the one that runs. */
export async function joinOrStart({ flags, say }: { flags: Flags; say: Say }): Promise<Connection> {
  const running = await findRunningDaemon();
  if (running) return joined(running, flags, say);
  try {
    return started(await startAccepted({ flags, say }), say);
  } catch (error) {
    // Somebody else was faster between the question and the start.
    const other = failureOf(error).code === "daemon_running" ? await findRunningDaemon() : undefined;
    if (!other) throw error;
    return joined(other, flags, say);
  }
}

function started(own: Daemon, say: Say): Connection {
  const { client, url, token } = own;
  return {
    client,
    address: { baseUrl: url, token, transport: overHttp },
    pid: process.pid,
    own,
    engineStatus: async () => own.engineStatus(),
    usualMode: async () => own.usualMode,
    close: (how) => (how === "at-once" ? own.close() : stayWhileUsed(own, say)),
  };
}

async function joined(running: RunningDaemon, flags: Flags, say: Say): Promise<Connection> {
  let now = running;
  const { url, pid } = running;
  const client: DaemonClient = { call: (name, input) => now.client.call(name, input) };
  const ofSession = flags.loadout === undefined ? undefined : await loadoutOfSession(client, flags.loadout);
  const asked = askedOf(ofSession === undefined ? flags : { ...flags, loadout: undefined });
  if (asked.length > 0) {
    const { settings } = await client.call("settings");
    const inForce = new Map(settings.map(({ key, value }) => [key, value]));
    inForce.set("server.port", new URL(url).port);
    for (const { flag, key, value } of asked) {
      const theirs = inForce.get(key) ?? null;
      if (String(theirs) === value) continue;
      if ((flag === "--model" || flag === "--url") && (await isInUse(running, flags))) continue;
      const has = theirs === null ? say("daemon.nothing") : String(theirs);
      throw new UsageError(say("daemon.otherModel", { pid, flag, value, key, theirs: has }));
    }
  }
  return {
    client,
    get address() {
      return { baseUrl: now.url, token: now.token, transport: overHttp };
    },
    get pid() {
      return now.pid;
    },
    rejoin: async () => {
      const other = await findRunningDaemon();
      if (!other || other.pid === now.pid) return (await wasCutOff()) ? "not-yet" : "gone";
      now = other;
      return "joined";
    },
    ...(ofSession !== undefined && { loadout: ofSession }),
    engineStatus: async () => (await client.call("status")).engine,
    usualMode: async () => (await client.call("status")).mode,
    close: async () => undefined,
  };
}

/** Its name on the shelf, where a session can begin with it and the model that runs: one that names a model or how it is loaded is the daemon's own. */
async function loadoutOfSession(client: DaemonClient, given: string): Promise<string | undefined> {
  const file = loadoutOfFlag(given);
  const { loadouts } = await client.call("listLoadouts");
  const found = loadouts.find((one) => one.file === file);
  const frozen = found?.checked?.frozen;
  if (!found || !frozen || found.inForce) return undefined;
  const isTheDaemons = frozen.model !== undefined || frozen.engine.length > 0 || frozen.adapter.length > 0;
  return isTheDaemons ? undefined : found.name;
}

/** What the flags ask of the daemon itself; `--mode` is a session's own and can always be had. */
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
