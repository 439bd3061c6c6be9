import { execFile, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { dataPaths, findDaemon } from "../../packages/store/src/index.ts";
import { environmentIn, program, withFolder } from "./built-program.ts";
import { atMost, forComparison, notMeasured, type Row } from "./row.ts";
import { startWordServer } from "./word-server.ts";

const run = promisify(execFile);

/** Before anything is read off, so that what only the start needed can go. Milliseconds. */
const restMs = 30_000;
const patienceMs = 30_000;

/**
 * The conversation in a terminal and its daemon, a process each: at rest after their start, and the peak of a turn. MiB. A program that
 * `KESTREL_BESIDE` names, an earlier build, rests beside it.
 */
export async function measureMemory(): Promise<Row[]> {
  const what = "idle memory of the daemon";
  if (!existsSync("/proc/self/smaps_rollup") || spawnSync("tmux", ["-V"]).status !== 0)
    return [notMeasured(what, "needs Linux and tmux")];
  const server = await startWordServer(async (say) => {
    for (let word = 0; word < 500; word += 1) say(`word${word} `);
    say("The end.");
  });
  const empty = spawn(process.execPath, ["-e", "setTimeout(() => {}, 1e9)"], { stdio: "ignore" });
  const takes = (built: string) => withFolder((folder) => inTerminal(built, folder, server.url));
  try {
    const other = process.env.KESTREL_BESIDE;
    const [own, ...beside] = await Promise.all([program, ...(other ? [other] : [])].map(takes));
    if (!own) return [];
    const bare = memoryOf(empty.pid ?? 0);
    const node = `an empty Node ${bare.resident.toFixed(0)}`;
    return [
      atMost(what, own.daemon.idle.resident, 60, "MiB RSS", node),
      forComparison(
        "  its own share of it",
        own.daemon.idle.own,
        "MiB PSS",
        `an empty Node ${bare.own.toFixed(0)}`,
      ),
      atMost("  its peak over a turn of 500 words", own.daemon.busy.peak, 85, "MiB RSS"),
      atMost(
        "idle memory of a terminal beside it",
        own.client.idle.resident,
        bare.resident + 20,
        "MiB RSS",
        node,
      ),
      forComparison("  its own share of it", own.client.idle.own, "MiB PSS"),
      forComparison("  its peak", own.client.busy.peak, "MiB RSS"),
      ...beside.flatMap(({ daemon, client }) => [
        forComparison("  another build, its daemon, idle", daemon.idle.resident, "MiB RSS"),
        forComparison("  its peak", daemon.busy.peak, "MiB RSS"),
        forComparison("  its terminal, idle", client.idle.resident, "MiB RSS"),
      ]),
    ];
  } finally {
    empty.kill();
    await server.close();
  }
}

/** The same process twice, for a build whose terminal holds the daemon. */
type Taken = { client: AtRestAndWork; daemon: AtRestAndWork };
type AtRestAndWork = { idle: Memory; busy: Memory };

async function inTerminal(built: string, folder: string, url: string): Promise<Taken> {
  const socket = `kestrel-bench-${basename(dirname(folder))}`;
  const tmux = async (...words: string[]) =>
    (await run("tmux", ["-L", socket, "-f", "/dev/null", ...words])).stdout;
  const variables = Object.entries(environmentIn(folder)).flatMap(([name, value]) => [
    "-e",
    `${name}=${value}`,
  ]);
  const command = `exec '${process.execPath}' '${built}' --url ${url}`;
  await tmux("new-session", "-d", "-x", "80", "-y", "40", "-c", folder, ...variables, command);
  try {
    const client = Number(await tmux("list-panes", "-F", "#{pane_pid}"));
    await sleep(restMs);
    const daemon = (await findDaemon(dataPaths({ KESTREL_DATA_DIR: join(folder, "data") })))?.pid ?? client;
    const idle = [memoryOf(client), memoryOf(daemon)] as const;
    await tmux("send-keys", "hello", "Enter");
    await shows(() => tmux("capture-pane", "-p"), "The end.");
    return {
      client: { idle: idle[0], busy: memoryOf(client) },
      daemon: { idle: idle[1], busy: memoryOf(daemon) },
    };
  } finally {
    await tmux("kill-server").catch(() => undefined);
  }
}

async function shows(screen: () => Promise<string>, wanted: string): Promise<void> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(100)) {
    if ((await screen()).includes(wanted)) return;
  }
  throw new Error(`the terminal never showed "${wanted}":\n${await screen()}`);
}

/** Resident and proportional set size, and the highest the first has been. MiB. */
type Memory = { resident: number; own: number; peak: number };

function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const shares = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const field = (text: string, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? Number.NaN) / 1024;
  return { resident: field(status, "VmRSS"), own: field(shares, "Pss"), peak: field(status, "VmHWM") };
}
