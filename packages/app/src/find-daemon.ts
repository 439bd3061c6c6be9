import { createDaemonClient, type DaemonClient } from "@kestrel/server/client";
import {
  type DaemonFacts,
  dataPaths,
  findDaemon,
  findSilentDaemon,
  lastEnd,
  readToken,
} from "@kestrel/store";
import { overHttp } from "./machine/over-http.ts";

/** A daemon somewhere on this machine, for this user. */
export type RunningDaemon = DaemonFacts & {
  pid: number;
  token: string;
  client: DaemonClient;
  runFolder: string;
};

/** The daemon that holds this user's data folder; undefined when none runs. */
export async function findRunningDaemon(): Promise<RunningDaemon | undefined> {
  const paths = dataPaths(process.env);
  const found = await findDaemon(paths);
  const token = found && (await readToken(paths));
  if (!found || !token) return undefined;
  const client = createDaemonClient({ baseUrl: found.url, token, transport: overHttp });
  return { ...found, token, client, runFolder: paths.run };
}

/** The process id of this user's daemon when it does not answer. */
export const findSilent = () => findSilentDaemon(dataPaths(process.env));

/** How this user's last daemon ended. Meaningful only when none runs. */
export const lastEndHere = () => lastEnd(dataPaths(process.env));
