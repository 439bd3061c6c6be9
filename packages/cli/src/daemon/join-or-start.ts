import { resolve } from "node:path";
import type { DaemonAddress, DaemonClient } from "@kestrel/server/client";
import { type Flags, UsageError } from "../arguments.ts";
import { type Daemon, findRunningDaemon, type RunningDaemon, startDaemon } from "../compose.ts";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { overHttp } from "../machine/over-http.ts";

/** A daemon to talk to. `own` is set when it lives in this process and ends with it. */
export type Connection = {
  client: DaemonClient;
  address: DaemonAddress;
  pid: number;
  own?: Daemon;
  /** Lets go of it; ends it when it is our own. */
  close(): Promise<void>;
};

/** Joins this user's daemon, or starts one in this process on a free port. Throws UsageError when a flag contradicts the one that runs. */
export async function joinOrStart({ flags, say }: { flags: Flags; say: Say }): Promise<Connection> {
  const running = await findRunningDaemon();
  if (running) return joined(running, flags, say);
  try {
    return started(await startDaemon({ flags: { ...flags, port: flags.port ?? "0" } }));
  } catch (error) {
    // Somebody else was faster between the question and the start.
    const other = failureOf(error).code === "daemon_running" ? await findRunningDaemon() : undefined;
    if (!other) throw error;
    return joined(other, flags, say);
  }
}

function started(own: Daemon): Connection {
  const { client, url, token } = own;
  return {
    client,
    address: { baseUrl: url, token, transport: overHttp },
    pid: process.pid,
    own,
    close: () => own.close(),
  };
}

async function joined(running: RunningDaemon, flags: Flags, say: Say): Promise<Connection> {
  const { client, url, token, pid } = running;
  const asked = askedOf(flags);
  if (asked.length > 0) {
    const { settings } = await client.call("settings");
    const inForce = new Map(settings.map(({ key, value }) => [key, value]));
    inForce.set("server.port", new URL(url).port);
    for (const { flag, key, value } of asked) {
      const theirs = inForce.get(key) ?? null;
      if (String(theirs) === value) continue;
      const has = theirs === null ? say("daemon.nothing") : String(theirs);
      throw new UsageError(say("daemon.otherModel", { pid, flag, value, key, theirs: has }));
    }
  }
  return { client, address: { baseUrl: url, token, transport: overHttp }, pid, close: async () => undefined };
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
    { flag: "--model", key: "model.path", value: model && resolve(model) },
    { flag: "--loadout", key: "loadout", value: loadout && resolve(loadout) },
    { flag: "--url", key: "model.url", value: url },
    { flag: "--window", key: "model.window", value: window },
    { flag: "--port", key: "server.port", value: port === "0" ? undefined : port },
  ];
  return asked.flatMap(({ flag, key, value }) => (value === undefined ? [] : [{ flag, key, value }]));
}
