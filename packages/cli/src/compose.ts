import { join } from "node:path";
import { type Engine, KestrelError } from "@kestrel/core";
import type { DaemonStatus, ErrorCode, ErrorParams } from "@kestrel/protocol";
import { createCommandRunner, sweepOrphans } from "@kestrel/runtime";
import { createServer } from "@kestrel/server";
import { createDaemonClient, type DaemonClient } from "@kestrel/server/client";
import {
  acquireDaemonLock,
  dataPaths,
  findDaemon,
  jsonlArchive,
  loadConfig,
  prepareFolders,
  readToken,
  removeToken,
  sessionCatalog,
  workspaceConfigNotice,
  writeToken,
} from "@kestrel/store";
import { builtInTools, describeMachine, fileBlobs, keptPictures, stopCommand } from "@kestrel/tools";
import type { Flags } from "./arguments.ts";
import { composeEngine } from "./compose-engine.ts";
import { Notices } from "./daemon/notices.ts";
import { newSessionId, newToken, newTurnId } from "./machine/new-names.ts";
import { overHttp } from "./machine/over-http.ts";
import { programFiles } from "./machine/program-files.ts";
import { thisHost } from "./machine/this-host.ts";
import { makePlayground } from "./playground/make-playground.ts";
import { settingsOf } from "./settings-of-flags.ts";
import { version } from "./version.ts";

/** The model the daemon came up with, or why it did not. */
type ModelReport = {
  label: string;
  demo: boolean;
  cpuEngine: boolean;
  failure?: { code: ErrorCode; params: ErrorParams };
};

/** A daemon of this process. `close` ends streams, turns, tools and the engine, and frees the data folder. */
export type Daemon = {
  url: string;
  token: string;
  client: DaemonClient;
  configFile: string;
  notices: DaemonStatus["notices"];
  loginLink(): string;
  /** Open streams of others: browsers and terminals. */
  clients(): number;
  /** Resolves when the model answers, or when it is certain that it will not. */
  modelReady(): Promise<ModelReport>;
  close(): Promise<void>;
};

/** Starts a daemon in this process: the one place that knows everybody. Rejects with KestrelError. */
export async function startDaemon({ flags }: { flags: Flags }): Promise<Daemon> {
  const paths = dataPaths(process.env);
  await prepareFolders(paths);
  const lock = await acquireDaemonLock(paths);
  const undo: (() => Promise<unknown>)[] = [() => lock.release()];
  const unwind = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    await sweepOrphans(paths.run);
    const config = await loadConfig({
      file: paths.configFile,
      flags: settingsOf(flags),
      environment: process.env,
    });
    const { values } = config;
    const files = programFiles();
    const { engine, backend, models } = await composeEngine(config, paths);
    undo.push(() => engine.stop());
    const archive = jsonlArchive(paths);
    const catalog = sessionCatalog(paths);
    undo.push(() => catalog.close());
    const token = newToken();
    const notices = new Notices(config.notices);
    const commandRunner = createCommandRunner({ supervisorPath: files.supervisor });
    const stopLine = values["limits.stop_command"];
    const blobs = fileBlobs(join(paths.data, "blobs"));
    const closedFolders = [paths.sessions, paths.removed, paths.run, paths.config, paths.cache];
    const server = await createServer({
      port: values["server.port"],
      token,
      version,
      archive,
      catalog,
      engine,
      backend,
      models,
      tools: builtInTools({
        commandRunner,
        blobs,
        relayFolder: join(paths.data, "relay"),
        closedFolders,
      }),
      host: thisHost,
      limits: {
      pictures: keptPictures(blobs),
        maxSteps: values["limits.max_steps"],
        reasoningTokens: values["limits.reasoning_tokens"],
      },
      stopHook: stopLine === undefined ? undefined : stopCommand(stopLine, { commandRunner }),
      mode: values["permission.mode"],
      consoleFolder: files.console,
      playground: () => makePlayground(paths.data),
      forbiddenFolders: closedFolders,
      describeMachine: async (workspace) => {
        notices.add(await workspaceConfigNotice(workspace));
        return describeMachine(workspace);
      },
      settings: () => [...config.settings],
      notices: async () => {
        const { detail } = await catalog.ready();
        if (detail !== undefined) notices.add({ code: "index_unavailable", params: { detail } });
        return notices.all();
      },
      newSessionId,
      newTurnId,
    });
    undo.push(
      () => server.close(),
      () => removeToken(paths),
    );
    await writeToken(paths, token);
    lock.publish({ url: server.url });
    const client = createDaemonClient({ baseUrl: server.url, token, transport: overHttp });
    return {
      url: server.url,
      token,
      client,
      configFile: paths.configFile,
      notices: notices.all(),
      loginLink: server.loginLink,
      clients: server.clients,
      modelReady: () => reportOn(engine),
      close: unwind,
    };
  } catch (error) {
    await unwind();
    throw error;
  }
}

/** Where a terminal keeps what was typed in a folder: with the sessions, for this user alone. */
export function inputHistoryFile(folder: string): string {
  return join(dataPaths(process.env).data, "history", `${thisHost.digest(folder).slice(0, 16)}.jsonl`);
}

/** A daemon somewhere on this machine, for this user. */
export type RunningDaemon = { pid: number; url: string; token: string; client: DaemonClient };

/** The daemon that holds this user's data folder; undefined when none runs. */
export async function findRunningDaemon(): Promise<RunningDaemon | undefined> {
  const paths = dataPaths(process.env);
  const found = await findDaemon(paths);
  const token = found && (await readToken(paths));
  if (!found || !token) return undefined;
  return { ...found, token, client: createDaemonClient({ baseUrl: found.url, token, transport: overHttp }) };
}

async function reportOn(engine: Engine): Promise<ModelReport> {
  try {
    const endpoint = await engine.ready(new AbortController().signal);
    const { label = endpoint.model ?? endpoint.url, demo = false, cpuEngine = false } = endpoint;
    return { label, demo, cpuEngine };
  } catch (error) {
    if (!(error instanceof KestrelError)) throw error;
    return { label: "", demo: false, cpuEngine: false, failure: { code: error.code, params: error.params } };
  }
}
