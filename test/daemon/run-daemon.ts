import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createDaemonClient, type DaemonClient } from "@kestrel/server/client";
import { testEngine } from "../machine.ts";
import type { Scripts } from "../models/scripted/script.ts";
import { buildScriptedModel } from "../models/scripted-model.ts";
import { endBackground } from "./end-background.ts";

/** The built program; a test run by hand may name another build. */
const program =
  process.env.KESTREL_TEST_PROGRAM ?? join(import.meta.dirname, "..", "..", "dist", "kestrel.cjs");

export type TestDaemonInput = {
  /** What the model of this daemon says; it is run by a llama-server of the daemon's own. */
  scripts?: Scripts;
  /** Tokens; 8192 unless given, for a demonstration 4096. */
  window?: number;
  /** A GGUF file that is there already, as a demonstration's loadout names it. */
  model?: string;
  /** A model's server that is there already; then no model is written and no engine is started. */
  connect?: string;
  /** The files of the workspace. */
  files?: Readonly<Record<string, string>>;
  /** More of its loadout, behind the model: a crew. */
  loadout?: string;
  /** Its user said yes to where its loadout would send something. */
  accepted?: boolean;
  /** Lines of the user's configuration file. */
  config?: string;
  /** Another copy of the built program. */
  program?: string;
  /** All there is in its environment beside its data folder; then it is told of no engine either. */
  environment?: Readonly<Record<string, string>>;
  /** It tells its `memory`. */
  tellsMemory?: boolean;
};

/** What a process uses, what V8 holds of it for young objects, and what is resident. MiB. */
export type Memory = { inUse: number; young: number; resident: number };

export type TestDaemon = {
  /** Everything of this daemon lies here: its data, its model, the workspace. A real path. */
  folder: string;
  dataFolder: string;
  workspace: string;
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  readonly client: DaemonClient;
  /** As it is, or as it is when all garbage is collected. */
  memory(when: "now" | "collected"): Promise<Memory>;
  /** A link that lets one browser in. */
  link(): Promise<string>;
  /** Ends it politely and waits for its end. Resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Brings it up again on the same data, at the same address. */
  start(): Promise<void>;
};

/** Long enough for a loaded machine. */
const startLimit = 60_000;
const living = new Set<ChildProcess>();
const folders = new Set<string>();

/** Ends every daemon that still runs, and removes their folders. */
export async function endDaemons(): Promise<void> {
  await Promise.all([...living].map((child) => ended(child, "SIGTERM")));
  // A command that found none may have started one.
  await Promise.all([...folders].map((folder) => endBackground(join(folder, "data"))));
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}

/** Starts the built program on data of its own and a free port. It runs until it is stopped or `endDaemons` is called. */
export async function runDaemon(input: TestDaemonInput): Promise<TestDaemon> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-daemon-")));
  folders.add(folder);
  const dataFolder = join(folder, "data");
  const workspace = join(folder, "workspace");
  await writeFiles(workspace, input.files ?? {});
  await mkdir(join(dataFolder, "config"), { recursive: true, mode: 0o700 });
  await writeFile(join(dataFolder, "config", "config.toml"), input.config ?? "");
  const loadout = join(folder, "loadout.toml");
  const text = await loadoutText(folder, input);
  if (text !== undefined) await writeFile(loadout, text);
  const yes = input.accepted ? ["--accept"] : [];
  const named = text === undefined ? [] : ["--loadout", loadout, ...yes];
  let running = await launch(dataFolder, named, input);
  return {
    folder,
    dataFolder,
    workspace,
    get url() {
      return running.url;
    },
    get token() {
      return running.token;
    },
    get pid() {
      return running.child.pid ?? 0;
    },
    get client() {
      return clientOf(running);
    },
    memory: (when) => memoryOf(running.child, when),
    link: async () => (await clientOf(running).call("makeLoginCode", { body: {} })).url,
    stop: () => ended(running.child, "SIGTERM"),
    kill: async () => {
      await ended(running.child, "SIGKILL");
    },
    start: async () => {
      running = await launch(dataFolder, named, input, new URL(running.url).port);
    },
  };
}

/** Puts files, named from `folder`, where they belong. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

type Running = { child: ChildProcess; url: string; token: string };

const clientOf = ({ url, token }: Running) => createDaemonClient({ baseUrl: url, token });

async function loadoutText(
  folder: string,
  { scripts, window, connect, model: given, loadout = "" }: TestDaemonInput,
): Promise<string | undefined> {
  if (connect !== undefined) return `[model]\nsource = "connect"\nurl = "${connect}"\n`;
  if (given !== undefined) return `demo = true\n\n${ownModel(given)}window = ${window ?? 4096}\n`;
  if (scripts === undefined) return undefined;
  const model = join(folder, "scripted.gguf");
  await writeFile(model, buildScriptedModel(scripts, { window }));
  return `${ownModel(model)}${loadout}`;
}

const ownModel = (path: string) => `[model]\nsource = "self"\npath = "${path}"\nthreads = 1\n`;

async function launch(
  dataFolder: string,
  loadout: readonly string[],
  input: Pick<TestDaemonInput, "program" | "environment" | "tellsMemory">,
  port = "0",
): Promise<Running> {
  const environment = {
    LANG: "C.UTF-8",
    ...(input.environment ?? inherited()),
    KESTREL_DATA_DIR: dataFolder,
  };
  const words = [input.program ?? program, "serve", "--port", port, ...loadout];
  const probe = input.tellsMemory ? ["--require", join(import.meta.dirname, "tell-memory.cjs")] : [];
  const child = spawn(process.execPath, [...probe, ...words], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe", ...(input.tellsMemory ? (["ipc"] as const) : [])],
  });
  living.add(child);
  child.once("exit", () => living.delete(child));
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the daemon ${why}:\n${said}`));
    const deadline = setTimeout(() => fail(`said nothing useful in ${startLimit} ms`), startLimit);
    const hear = (bytes: Buffer) => {
      said += bytes.toString();
      // The link is printed when the token is on disk and the port is open.
      const url = /(http:\/\/127\.0\.0\.1:\d+)\/login\?link=\w+#c=\S+\n/.exec(said)?.[1];
      if (url === undefined) return;
      clearTimeout(deadline);
      resolve(url);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", (code, signal) => {
      clearTimeout(deadline);
      fail(`ended with ${code ?? signal}`);
    });
  });
  return { child, url, token: (await readFile(join(dataFolder, "run", "token"), "utf8")).trim() };
}

async function memoryOf(child: ChildProcess, when: string): Promise<Memory> {
  const answer = once(child, "message");
  child.send(when);
  const [told] = (await answer) as [Memory];
  return told;
}

/** The environment of this test without Kestrel's own variables, but with the engine. */
function inherited(): Record<string, string | undefined> {
  const foreign = Object.entries(process.env).filter(([name]) => !name.startsWith("KESTREL_"));
  const engine = testEngine === undefined ? {} : { KESTREL_ENGINE_PATH: testEngine };
  return { ...Object.fromEntries(foreign), LANG: "C.UTF-8", ...engine };
}

async function ended(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, "exit");
    child.kill(signal);
    await exit;
  }
  return child.exitCode;
}
