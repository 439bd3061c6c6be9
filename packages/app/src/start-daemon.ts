import { homedir } from "node:os";
import { join } from "node:path";
import { expandHome, type Redactor, type SessionSearch } from "@kestrel/core";
import { Application, type Notices, type PoolCrew, untilUnused } from "@kestrel/daemon";
import { type DaemonLog, entriesIn, openDaemonLog, passOver } from "@kestrel/diagnostics";
import { trainedTexts } from "@kestrel/nano";
import type { Mode } from "@kestrel/protocol";
import type { RemoteAccess } from "@kestrel/protocol/access";
import type { DaemonStatus, EngineStatus } from "@kestrel/protocol/api";
import { browseFolder, sweepOrphans } from "@kestrel/runtime";
import { AccessTokens, createServer, type RunningServer, type ServerParts } from "@kestrel/server";
import { createDaemonClient, type DaemonClient } from "@kestrel/server/client";
import {
  acquireDaemonLock,
  type Config,
  type DaemonLock,
  type DataPaths,
  dataPaths,
  deviceFile,
  freeStorage,
  jsonlArchive,
  keptPort,
  keptRows,
  prepareFolders,
  removeToken,
  type StoredCatalog,
  sessionCatalog,
  sessionSearch,
  unwritableFolder,
  workspaceConfigNotice,
  writeToken,
} from "@kestrel/store";
import { describeMachine, textWorker } from "@kestrel/tools";
import type { StartedWith } from "./background/started-with.ts";
import { aheadRules, unaskedExam } from "./compose-ahead.ts";
import { type ChannelsHere, composeChannels } from "./compose-channels.ts";
import { composeLoops } from "./compose-loops.ts";
import { composeMemory, isPrivateSession } from "./compose-memory.ts";
import { noteMissing, noticesOf } from "./compose-notices.ts";
import { composeSchedules } from "./compose-schedules.ts";
import { placed } from "./engine/choose-engine.ts";
import { composeCrew } from "./engine/compose-crew.ts";
import { composeDownloads } from "./engine/compose-downloads.ts";
import { composeEngine, discover, type EngineHere } from "./engine/compose-engine.ts";
import { type ModelReport, reportOn } from "./engine/compose-report.ts";
import { keepServer } from "./engine/list-choices.ts";
import { withoutFoldersOfRemoved } from "./here/clear-removed.ts";
import { storageHere } from "./here/storage-here.ts";
import { worktreesHere } from "./here/worktrees-here.ts";
import { composeLoadouts } from "./loadouts/compose-loadouts.ts";
import { refuseUnaccepted } from "./loadouts/compose-places.ts";
import { newSessionId, newToken, newTurnId } from "./machine/new-names.ts";
import { overHttp } from "./machine/over-http.ts";
import { programBuild } from "./machine/program-build.ts";
import { programFromAnywhere } from "./machine/program-command.ts";
import { programFiles } from "./machine/program-files.ts";
import { thisHost } from "./machine/this-host.ts";
import { version } from "./machine/version.ts";
import { makeNoFolder, makePlayground } from "./playground/make-playground.ts";
import { listenElsewhere } from "./remote/compose-remote.ts";
import { LiveSettings } from "./settings/live-settings.ts";
import { thinkingOf } from "./settings/model-settings.ts";
import { readSettings, type SettingFlags } from "./settings/read-settings.ts";
import { composeHooks } from "./tools/compose-hooks.ts";
import { composeTools } from "./tools/compose-tools.ts";

/** What a process does: from `onBegin` until it is no longer `busy` its main thread may get stuck. */
export type Work = { busy(): boolean; onBegin(listener: () => void): void };

/** A daemon of this process. `close` ends streams, turns, tools and the engine, and frees the data folder. */
export type Daemon = {
  url: string;
  token: string;
  client: DaemonClient;
  configFile: string;
  notices: DaemonStatus["notices"];
  loadout?: { name?: string; file: string };
  engineStatus(): EngineStatus;
  usualMode: Mode;
  loginLink(): string;
  /** Where other devices reach it. */
  remote?: RemoteAccess;
  /** When it has something to do. */
  work: Work;
  /** Resolves when a client asked it to end. */
  stopAsked: Promise<void>;
  /**
   * Resolves after `server.idle_minutes` without use: no client attached, no turn, no job, no request. From then on no client
   * can attach. Never resolves when the setting is 0.
   */
  untilIdle(): Promise<void>;
  /** For files that exist as long as the daemon, readable by this user only. */
  runFolder: string;
  /** Resolves when the model answers, or when it is certain that it will not. */
  modelReady(): Promise<ModelReport>;
  close(): Promise<void>;
};

/** When what no session names is looked for: ten minutes after a start, then once a day. Milliseconds. */
const clearUpAfterMs = 10 * 60_000;
const clearUpEveryMs = 24 * 3_600_000;

/** Files in the trash are deleted after this time. Milliseconds: thirty days. */
const keptAsideMs = 30 * 24 * 3_600_000;

/** `background`: the start parameters, when a client started it in the background. */
export type DaemonStart = { flags: SettingFlags; background?: StartedWith };

/** Starts a daemon in this process: the place where all parts are composed. Rejects with KestrelError. */
export async function startDaemon({ flags, background }: DaemonStart): Promise<Daemon> {
  const paths = dataPaths(process.env);
  /** Clean-up steps, run in reverse order. */
  const undo: (() => Promise<unknown>)[] = [];
  const unwind = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  const diagnostics = openDaemonLog(paths.data, programBuild());
  undo.push(() => diagnostics.close());
  try {
    const holding = holdDataFolder(paths);
    undo.push(async () => (await holding.catch(() => undefined))?.release()); // expected: the caller of startDaemon gets the error
    // The kernel's lock is taken by a separate process; read-only work goes on meanwhile.
    const reading = readSettings(flags, paths).then(async (read) => {
      await refuseUnaccepted(read, paths);
      return read;
    });
    reading.catch(() => undefined); // expected: it is awaited below
    const lock = await holding;
    await sweepOrphans(paths.run);
    const config = await reading;
    diagnostics.keep(config.values["diagnostics.level"]);
    diagnostics.note("daemon", `started, version ${version}, Node ${process.version}, pid ${process.pid}`);
    undo.push(async () => diagnostics.note("daemon", "ended"));
    const catalog = sessionCatalog(paths);
    undo.push(() => catalog.close());
    const search = sessionSearch(paths);
    undo.push(() => search.close());
    const settings = new LiveSettings(config, {
      file: paths.configFile,
      read: () => readSettings(flags, paths),
      onChange: (values) => diagnostics.keep(values["diagnostics.level"]),
    });
    const notices = noticesOf(config, paths, { catalog, settings });
    const spoken = {
      thinking: thinkingOf(config.values["model.thinking"]),
      onToolDisabled: (tool: string) => notices.add({ code: "tool_disabled", params: { tool } }),
    };
    const here = await composeEngine(config, paths, spoken, unaskedExam(config.values, notices));
    undo.push(() => here.knowledge.letGo().then(() => here.engine.stop()));
    // A worker of its own: no file that is written waits for an export.
    const { redactor } = textWorker(programFiles().textWorker);
    const crew = composeCrew(config, paths, { ...here, redactor });
    undo.push(() => crew.close());
    const downloads = composeDownloads(config, paths, here);
    undo.push(() => downloads.close());
    const { application, channels } = composeApplication(config, paths, {
      ...{ here, crew, downloads, redactor, catalog, search, settings, notices, diagnostics },
      background: background !== undefined,
    });
    if (config.loadout) await noteMissing(application, notices);
    // The model is looked for while the server begins to listen.
    const report = reportOn(here, config, application.tools);
    // A model that was named for this start alone is the one chosen last as soon as it answers.
    const byFlag = config.settings.some(({ key, origin }) => key === here.namedBy && origin === "flag");
    if (byFlag)
      here.engine.watch(({ state }) => {
        if (state === "ready") here.remember().catch(passOver("remembering the model"));
      });
    const token = newToken();
    const tokens = await AccessTokens.in(keptRows(paths, "tokens.json"));
    const server = await listen(
      application,
      { token, tokens, channelRules: channels.rulesOf },
      config,
      paths,
    );
    undo.push(() => server.close());
    undo.push(() => removeToken(paths, application));
    const remote = await listenElsewhere(server, config, paths, notices);
    await writeToken(paths, token, server.url);
    void downloads.begin();
    lock.publish({ url: server.url, build: programBuild(), ...(background && { background }) });
    void channels.begin({ url: server.url, tokens }).catch(passOver("beginning the channels"));
    let lastAsked = performance.now();
    server.onRequest(() => {
      lastAsked = performance.now();
    });
    const used = {
      now: () => server.usedBy().length > 0,
      lastAsked: () => lastAsked,
      idleMs: () => config.values["server.idle_minutes"] * 60_000,
    };
    return {
      url: server.url,
      token,
      client: createDaemonClient({ baseUrl: server.url, token, transport: overHttp }),
      configFile: paths.configFile,
      notices: notices.all(),
      loadout: config.loadout && { name: config.loadout.name, file: config.loadout.file },
      engineStatus: () => here.engine.status(),
      usualMode: config.values["permission.mode"],
      loginLink: server.loginLink,
      ...(remote && { remote }),
      work: { busy: () => application.sessions.working(), onBegin: server.onRequest },
      stopAsked: application.stopAsked,
      untilIdle: async () => {
        await untilUnused(used);
        server.refuseStreams();
      },
      runFolder: paths.run,
      modelReady: () => report,
      close: unwind,
    };
  } catch (error) {
    await unwind();
    throw error;
  }
}

/** The folders belong to this user alone, and only this process writes to them. */
async function holdDataFolder(paths: DataPaths): Promise<DaemonLock> {
  await prepareFolders(paths);
  return acquireDaemonLock(paths);
}

type Composed = {
  here: EngineHere;
  crew: PoolCrew;
  downloads: ReturnType<typeof composeDownloads>;
  redactor: Redactor;
  catalog: StoredCatalog;
  search: SessionSearch;
  settings: LiveSettings;
  notices: Notices;
  diagnostics: DaemonLog;
  background: boolean;
};

/** How often the schedules look at the clock. */
const minuteMs = 60_000;

/** Everything a client can ask of the daemon, without a socket. */
function composeApplication(
  config: Config,
  paths: DataPaths,
  parts: Composed,
): { application: Application; channels: ChannelsHere } {
  const { values } = config;
  const { here, crew, downloads, redactor, catalog, search, settings, notices, diagnostics } = parts;
  const archive = withoutFoldersOfRemoved(
    jsonlArchive(paths, () => new Date(), programBuild()),
    join(paths.run, "session-tmp"),
  );
  const worktrees = worktreesHere(paths);
  const purge = () =>
    Promise.all([archive.purge(keptAsideMs), worktrees.purge(keptAsideMs)]).catch(
      passOver("emptying the trash"),
    );
  void purge();
  // Reads every log, so it must not delay the start.
  const clearUp = () =>
    void purge()
      .then(() => freeStorage(paths))
      .catch(passOver("freeing storage"));
  setTimeout(clearUp, clearUpAfterMs).unref();
  setInterval(clearUp, clearUpEveryMs).unref();
  const memory = composeMemory(config, paths, notices);
  const { tools, jobs, stop, sandbox, pictures, ...rest } = composeTools(
    config,
    paths,
    memory,
    { search, list: () => catalog.list(), isPrivate: (id) => isPrivateSession(paths, id) },
    notices,
  );
  const { permissions, trust, mcp, web, helpers, fileRestorer, closedFolders, openFolders, roots } = rest;
  const reached = { catalog: rest.catalog, library: rest.library, outputs: rest.outputs };
  const { namedFiles, probableFiles } = rest;
  const hooks = composeHooks(paths, trust, rest.hooks);
  const loops = composeLoops(paths, {
    worktrees,
    checks: rest.checks,
    sandbox,
    engine: here.engine,
    notices,
  });
  const schedules = composeSchedules(paths, notices, () => loops.running() || application.sessions.working());
  const channels = composeChannels(paths, {
    engine: here.engine,
    sandbox,
    choices: () => here.choices(),
    load: (wanted) => here.models.load(wanted),
  });
  const application: Application = new Application({
    archive,
    catalog,
    search,
    pictures,
    redactor,
    agent: {
      backend: here.backend,
      ...{ tools, ...reached, jobs, crew, namedFiles, probableFiles, memory },
      host: thisHost,
      images: pictures,
      files: fileRestorer,
      permissions,
      texts: trainedTexts,
      limits: {
        get maxSteps() {
          return values["limits.max_steps"];
        },
        get reasoningTokens() {
          return values["limits.reasoning_tokens"];
        },
      },
      hooks: {
        stop,
        stages: hooks.stages,
        checked: loops.checked,
        get gate() {
          return loops.gate;
        },
      },
    },
    models: {
      engine: here.engine,
      catalog: here.models,
      loaded: crew.loaded,
      loadBeside: async (wanted) => crew.loaded.load(await here.beside(wanted)),
      engineBeside: (id) => crew.engine(id),
      beside: () => ({ engines: crew.engines(), available: crew.available() }),
      refused: (seats) => crew.refused(seats),
      forget: (session) => here.slotFiles.forget(session),
      discover: () => discover(config, paths, here),
      choices: () => here.choices(crew.engines()),
      keepServer: (url, key) => keepServer(here.memory, url, key),
      forgetServer: here.memory.forget,
      browse: (path) => browseFolder(expandHome(path ?? "~", homedir()), closedFolders),
    },
    rules: {
      version,
      get mode() {
        return values["permission.mode"];
      },
      get snapshots() {
        return values["undo.snapshots"] === "auto" ? undefined : values["undo.snapshots"] === "on";
      },
      loadouts: composeLoadouts(config, paths, { tools, catalog: rest.catalog }),
      workspaces: { closed: closedFolders, open: openFolders, home: homedir() },
      playground: () =>
        makePlayground(paths.data).catch((cause) => {
          throw unwritableFolder(paths.data, cause);
        }),
      noFolder: () => makeNoFolder(paths.data),
      describeMachine: async (workspace, listing) => {
        notices.add(workspaceConfigNotice(await trust.look(workspace)));
        return describeMachine(workspace, roots, undefined, listing);
      },
      newSessionId,
      newTurnId,
    },
    ahead: aheadRules(values),
    trust: {
      book: trust,
      backend: here.backend,
      get budget() {
        return values["instructions.max_tokens"];
      },
      window: values["model.window"],
    },
    settings,
    settingsFile: paths.configFile,
    diagnostics: { file: diagnostics.file, newest: (most) => entriesIn(paths.data, most) },
    storage: storageHere(paths),
    worktrees,
    notices,
    sandbox,
    ...{ mcp, web, memory, helpers, hooks: hooks.shown },
    command: programFromAnywhere(),
    program: { build: programBuild(), background: parts.background },
    ...{ loops, downloads, channels },
    holds: {
      job: () => jobs.running() > 0,
      loop: () => loops.running(),
      download: () => downloads.running(),
      schedule: () => schedules.waiting(),
      channel: () => channels.running(),
    },
  });
  const look = () => void schedules.tick(application.sessions).catch(passOver("looking at the schedules"));
  look();
  setInterval(look, minuteMs).unref();
  return { application, channels };
}

/** The application's HTTP side, on the port that was named, or on this data folder's own. */
async function listen(
  application: Application,
  access: Pick<ServerParts, "token" | "tokens" | "channelRules">,
  { values, settings }: Config,
  paths: DataPaths,
): Promise<RunningServer> {
  const port = values["server.port"];
  return createServer({
    application,
    port: port ?? (await keptPort(paths)),
    ...(port === undefined && { anotherPort: () => keptPort(paths, true) }),
    ...access,
    devices: await deviceFile(paths),
    now: thisHost.now,
    consoleFolder: programFiles().console,
    command: programFromAnywhere(),
  }).catch((error: unknown) => {
    throw placed(error, settings, "server.port");
  });
}
