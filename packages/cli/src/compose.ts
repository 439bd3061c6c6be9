import { homedir } from "node:os";
import { join } from "node:path";
import { KestrelError } from "@kestrel/core";
import type { DaemonStatus } from "@kestrel/protocol";
import { createCommandRunner, sweepOrphans } from "@kestrel/runtime";
import { createServer } from "@kestrel/server";
import { createDaemonClient, type DaemonClient } from "@kestrel/server/client";
import {
  acquireDaemonLock,
  type DataPaths,
  dataPaths,
  deviceFile,
  findDaemon,
  jsonlArchive,
  keptPort,
  loadConfig,
  loadoutNotices,
  prepareFolders,
  proveWritable,
  readToken,
  removeToken,
  sessionCatalog,
  workspaceConfigNotice,
  writeToken,
} from "@kestrel/store";
import { builtInTools, describeMachine, fileBlobs, keptPictures, stopCommand } from "@kestrel/tools";
import type { Flags } from "./arguments.ts";
import { placed } from "./choose-engine.ts";
import { composeEngine, discover } from "./compose-engine.ts";
import { type ModelReport, reportOn } from "./compose-report.ts";
import { Notices } from "./daemon/notices.ts";
import { untilUnused } from "./daemon/until-unused.ts";
import { newSessionId, newToken, newTurnId } from "./machine/new-names.ts";
import { overHttp } from "./machine/over-http.ts";
import { programCommand } from "./machine/program-command.ts";
import { programFiles } from "./machine/program-files.ts";
import { thisHost } from "./machine/this-host.ts";
import { makePlayground } from "./playground/make-playground.ts";
import { flagNames, settingsOf } from "./settings-of-flags.ts";
import { thinkingOf } from "./thinking-of-setting.ts";
import { version } from "./version.ts";

/** A daemon of this process. `close` ends streams, turns, tools and the engine, and frees the data folder. */
export type Daemon = {
  url: string;
  token: string;
  client: DaemonClient;
  configFile: string;
  notices: DaemonStatus["notices"];
  loadout?: { name?: string; file: string };
  loginLink(): string;
  /** Open streams of others: browsers and terminals. */
  clients(): number;
  /** Whether others follow it or a turn is under way. */
  inUse(): boolean;
  /** Resolves when a client asked it to end. */
  stopAsked: Promise<void>;
  /** Resolves when for so many milliseconds nobody followed it and no turn was under way. */
  unused(ms: number): Promise<void>;
  /** For what lives as long as a daemon, for this user alone. */
  runFolder: string;
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
      flagNames,
      environment: process.env,
    });
    const { values, loadout } = config;
    const files = programFiles();
    const notices = new Notices(config.notices);
    const here = await composeEngine(config, paths, {
      thinking: thinkingOf(values["model.thinking"]),
      onToolDisabled: (tool) => notices.add({ code: "tool_disabled", params: { tool } }),
    });
    const { engine, backend, models } = here;
    undo.push(() => engine.stop());
    const archive = jsonlArchive(paths);
    const catalog = sessionCatalog(paths);
    undo.push(() => catalog.close());
    const token = newToken();
    const commandRunner = createCommandRunner({ supervisorPath: files.supervisor });
    const stopLine = values["limits.stop_command"];
    const blobs = fileBlobs(join(paths.data, "blobs"));
    const closedFolders = [paths.data, paths.config, paths.cache];
    const openFolders = [join(paths.data, "playground")];
    const tools = builtInTools({
      commandRunner,
      blobs,
      spillFolder: join(paths.data, "relay"),
      closedFolders,
      openFolders,
      workerProgram: files.textWorker,
    });
    const toolNames = tools.map(({ spec }) => spec.name);
    for (const notice of loadoutNotices(config, toolNames)) notices.add(notice);
    let askToStop = () => {};
    const stopAsked = new Promise<void>((resolve) => {
      askToStop = resolve;
    });
    const port = values["server.port"];
    const server = await createServer({
      port: port ?? (await keptPort(paths)),
      ...(port === undefined && { anotherPort: () => keptPort(paths, true) }),
      token,
      devices: await deviceFile(paths),
      version,
      command: programCommand(),
      stop: askToStop,
      archive,
      catalog,
      engine,
      backend,
      models,
      discover: () => discover(config, paths),
      tools,
      host: thisHost,
      pictures: keptPictures(blobs),
      limits: {
        maxSteps: values["limits.max_steps"],
        reasoningTokens: values["limits.reasoning_tokens"],
      },
      stopHook: stopLine === undefined ? undefined : stopCommand(stopLine, { commandRunner }),
      mode: values["permission.mode"],
      persona: loadout?.persona,
      consoleFolder: files.console,
      playground: () => makePlayground(paths.data),
      workspaces: { closed: closedFolders, open: openFolders, home: homedir() },
      describeMachine: async (workspace) => {
        notices.add(await workspaceConfigNotice(workspace));
        return describeMachine(workspace);
      },
      settings: () => [...config.settings],
      notices: async () => {
        const { detail } = await catalog.ready();
        if (detail !== undefined) notices.add({ code: "index_unavailable", params: { detail } });
        return [...notices.all(), ...(await unwritable(paths))];
      },
      newSessionId,
      newTurnId,
    }).catch((error: unknown) => {
      throw placed(error, config.settings, "server.port");
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
      loadout: loadout && { name: loadout.name, file: loadout.file },
      loginLink: server.loginLink,
      clients: server.clients,
      inUse: () => server.clients() > 0 || server.working(),
      stopAsked,
      unused: (ms) => untilUnused(server, ms),
      runFolder: paths.run,
      modelReady: () => reportOn(here, config, tools),
      close: unwind,
    };
  } catch (error) {
    await unwind();
    throw error;
  }
}

/** A disk that is full now may have room again in a minute, so this is asked anew each time. */
async function unwritable(paths: DataPaths): Promise<DaemonStatus["notices"]> {
  try {
    await proveWritable(paths);
    return [];
  } catch (error) {
    const { path = paths.data, why = "unknown" } = error instanceof KestrelError ? error.params : {};
    return [{ code: "data_unwritable", params: { path: String(path), why: String(why) } }];
  }
}

/** Where a terminal keeps what was typed in a folder: with the sessions, for this user alone. */
export function inputHistoryFile(folder: string): string {
  return join(dataPaths(process.env).data, "history", `${thisHost.digest(folder).slice(0, 16)}.jsonl`);
}

/** A daemon somewhere on this machine, for this user. */
export type RunningDaemon = {
  pid: number;
  url: string;
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
