import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createDaemonClient, type DaemonClient } from "../../packages/server/src/client/index.ts";
import { endBackground } from "../daemon/end-background.ts";

/** Relative to the clone, where benches run. */
export const program = join(process.cwd(), "dist", "kestrel.cjs");

/** A folder for one bench: data, workspace, nothing of the user's own. It goes when the bench ends. */
export async function withFolder<Answer>(use: (folder: string) => Promise<Answer>): Promise<Answer> {
  const place = await mkdtemp(join(tmpdir(), "kestrel-bench-"));
  try {
    return await use(await benchFolder(place));
  } finally {
    for (const folder of folders)
      if (folder.startsWith(`${place}/`)) await endBackground(join(folder, "data"));
    await rm(place, { recursive: true, force: true });
  }
}

/** Those of this process, so that no daemon outlives its bench. */
const folders = new Set<string>();

/** In a place of its own, with a home folder beside it. */
export async function benchFolder(place: string): Promise<string> {
  const folder = join(place, "bench");
  folders.add(folder);
  await mkdir(folder, { recursive: true });
  await mkdir(homeOf(folder));
  return folder;
}

/** Beside the folder: a home folder as a workspace, or one around it, is asked about first. */
const homeOf = (folder: string) => join(dirname(folder), "home");

/** The surroundings of a program whose data lies in this folder. */
export function environmentIn(folder: string): Record<string, string> {
  const { PATH = "", TERM = "xterm-256color" } = process.env;
  return { PATH, TERM, HOME: homeOf(folder), LANG: "C.UTF-8", KESTREL_DATA_DIR: join(folder, "data") };
}

export type Ran = { code: number | null; out: string; err: string };

/** Runs Node with these words to its end. `onStart` is given its process id. */
export async function node(
  words: readonly string[],
  folder: string,
  { cwd = folder, onStart = (_: number) => {} } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, words, {
    cwd,
    env: environmentIn(folder),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onStart(child.pid ?? 0);
  const ran: Ran = { code: null, out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (ran.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (ran.err += text));
  ran.code = await new Promise((resolve) => child.once("close", resolve));
  return ran;
}

/** One task from its words to its answer, of this build unless another program is given; throws when it fails. */
export async function kestrelRun(
  words: readonly string[],
  folder: string,
  { built = program, ...how }: Parameters<typeof node>[2] & { built?: string } = {},
): Promise<string> {
  const { code, out, err } = await node([built, "run", ...words], folder, how);
  if (code !== 0) throw new Error(`kestrel run ended with ${code}:\n${err}`);
  return out;
}

export type BenchDaemon = { url: string; token: string; client: DaemonClient; stop(): Promise<void> };

/** The daemon of the built program, on a free port. */
export async function startDaemon(words: readonly string[], folder: string): Promise<BenchDaemon> {
  const child = spawn(process.execPath, [program, "serve", "--port", "0", ...words], {
    cwd: folder,
    env: environmentIn(folder),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await urlIn(child);
  const token = (await readFile(join(folder, "data", "run", "token"), "utf8")).trim();
  return {
    url,
    token,
    client: createDaemonClient({ baseUrl: url, token }),
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await new Promise((resolve) => child.once("close", resolve));
    },
  };
}

function urlIn(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const url = /(http:\/\/127\.0\.0\.1:\d+)\/login\?link=\w+#c=/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once("exit", (code) => reject(new Error(`the daemon ended with ${code}:\n${said}`)));
  });
}
