import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join, parse, resolve } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { KestrelError } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { createDaemonClient } from "@kestrel/server/client";
import { type DataPaths, dataPaths, lockStart, prepareFolders } from "@kestrel/store";
import type { ModelReport } from "../engine/compose-report.ts";
import { findRunningDaemon, findSilent, type RunningDaemon } from "../find-daemon.ts";
import { overHttp } from "../machine/over-http.ts";
import { programBuild } from "../machine/program-build.ts";
import { loadoutOfFlag } from "../settings/loadout-of-flag.ts";
import type { SettingFlags } from "../settings/read-settings.ts";
import { backgroundWord, type LaunchOrder, type LaunchWord, launchDescriptor } from "./launch-words.ts";
import { startedWith } from "./started-with.ts";

type Up = Extract<LaunchWord, { kind: "up" }>;

/** What the started daemon reported when it was ready. */
export type Launched = Pick<Up, "notices" | "configFile" | "mode" | "engine"> & {
  /** Resolves when its model answers, or when it is certain that it will not. */
  modelReady: Promise<ModelReport>;
};
export type LaunchedDaemon = RunningDaemon & { launched?: Launched };

/** Polling interval while another process starts the daemon. Milliseconds. */
const lookEveryMs = 25;

/**
 * Starts a daemon in the background: a detached process that outlives this one. Of several callers at once, the holder of a
 * lock starts it and the others find it. Rejects with the error of the start.
 */
export async function launchDaemon(flags: SettingFlags): Promise<LaunchedDaemon> {
  const paths = dataPaths(process.env);
  await prepareFolders(paths);
  for (;;) {
    const lock = await lockStart(paths);
    if (lock.kind === "taken") {
      await pause(lookEveryMs);
      continue;
    }
    try {
      const running = await findRunningDaemon();
      if (running) return running;
      const silent = await findSilent();
      if (silent !== undefined)
        throw new KestrelError("daemon_unreachable", "a daemon does not answer", { pid: silent });
      return await launched(flags, paths);
    } catch (error) {
      // A start without this lock, such as `kestrel serve`, was faster.
      const isHeld = error instanceof KestrelError && error.code === "daemon_running";
      const running = isHeld ? await findRunningDaemon() : undefined;
      if (!running) throw error;
      return running;
    } finally {
      if (lock.kind === "held") await lock.file.close();
    }
  }
}

async function launched(flags: SettingFlags, paths: DataPaths): Promise<LaunchedDaemon> {
  const order: LaunchOrder = {
    flags: fromAnywhere(flags),
    with: await startedWith(flags, paths, process.env),
  };
  const output = await outputFile(paths);
  const child = spawn(
    process.execPath,
    [...nodeFlags(), process.argv[1] ?? "", backgroundWord, JSON.stringify(order)],
    {
      cwd: folderOf(paths),
      env: environmentOf(process.env),
      detached: true,
      windowsHide: true,
      stdio: ["ignore", output?.fd ?? "ignore", output?.fd ?? "ignore", "pipe"],
    },
  );
  child.unref();
  const words = new LaunchWords(child);
  await output?.close();
  const first = await words.next();
  if (first?.kind === "failed") throw new KestrelError(first.code, "the daemon did not start", first.params);
  if (first?.kind !== "up")
    throw new KestrelError("daemon_start_failed", "the daemon said nothing", { file: outputPath(paths) });
  const { pid, url, token, notices, configFile, mode, engine } = first;
  const gone: ModelReport = {
    ...{ label: "", named: true, notice: undefined, limits: [] },
    failure: { code: "daemon_unreachable", params: { url } },
  };
  return {
    ...{ pid, url, token },
    build: programBuild(),
    background: order.with,
    client: createDaemonClient({ baseUrl: url, token, transport: overHttp }),
    runFolder: paths.run,
    launched: {
      ...{ notices, configFile, mode, engine },
      modelReady: words.next().then((word) => (word?.kind === "model" ? word.report : gone)),
    },
  };
}

/** What the child writes on its own descriptor, line by line. Waiting for it keeps no process alive. */
class LaunchWords {
  readonly #lines: AsyncIterator<LaunchWord>;

  constructor(child: ChildProcess) {
    this.#lines = wordsIn(child);
  }

  /** Undefined when it ended without a further one. Rejects where no process could be made. */
  async next(): Promise<LaunchWord | undefined> {
    const { value, done } = await this.#lines.next();
    return done ? undefined : value;
  }
}

async function* wordsIn(child: ChildProcess): AsyncGenerator<LaunchWord, undefined> {
  const failed = new Promise<never>((_, reject) => child.once("error", reject));
  failed.catch(() => undefined); // expected: the caller gets the error
  const pipe = child.stdio[launchDescriptor] as Readable | undefined;
  if (!pipe) return void (await failed);
  pipe.setEncoding("utf8");
  let text = "";
  const pieces = pipe[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await Promise.race([pieces.next(), failed]);
    if (done) return;
    text += String(value);
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as LaunchWord;
  }
}

/** Flags of Node that this program was started with; a debugger's port can be had once. */
const nodeFlags = () => process.execArgv.filter((flag) => !flag.startsWith("--inspect"));

/**
 * The flags as they mean in this folder. Beside `--url` the model is a name. The mode is left out: it belongs to one session, not
 * to every later one.
 */
function fromAnywhere({ model, loadout, url, window, port }: SettingFlags): SettingFlags {
  return {
    ...(model !== undefined && { model: url === undefined ? resolve(model) : model }),
    ...(loadout !== undefined && { loadout: loadoutOfFlag(loadout) }),
    ...{ url, window, port },
  };
}

/** A folder that no project and no disk waits for, in which the program finds the same data folder. */
function folderOf(paths: DataPaths): string {
  const here = process.cwd();
  const folders = [paths.data, parse(paths.data).root];
  return folders.find((folder) => dataPaths(environmentOf(process.env), folder).data === paths.data) ?? here;
}

/** Variables that describe one terminal and one folder; the daemon has neither. */
const ofTerminal =
  /^(?:TERM|TERM_\w+|COLORTERM|COLUMNS|LINES|SHLVL|PWD|OLDPWD|_|WINDOWID|VTE_VERSION|TMUX|TMUX_PANE|STY|SSH_TTY|GPG_TTY)$/;

/** The environment of a daemon in the background: the user's, without what one terminal alone has. */
function environmentOf(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const kept = Object.entries(environment).filter(([name]) => !ofTerminal.test(name));
  const { KESTREL_DATA_DIR: data } = environment;
  return { ...Object.fromEntries(kept), ...(data && { KESTREL_DATA_DIR: resolve(data) }) };
}

const outputPath = ({ data }: DataPaths) => join(data, "daemon-output.log");

const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants;

/** For output of the process outside its log, such as a crash report. Undefined when the file cannot be opened. */
async function outputFile(paths: DataPaths): Promise<FileHandle | undefined> {
  return open(outputPath(paths), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600).catch(
    passOver("opening the daemon's output"),
  );
}
