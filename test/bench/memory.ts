import { execFile, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { environmentIn, program, withFolder } from "./built-program.ts";
import { atMost, forComparison, notMeasured, type Row } from "./row.ts";
import { startWordServer } from "./word-server.ts";

const run = promisify(execFile);

/** Before anything is read off, so that what only the start needed can go. Milliseconds. */
const restMs = 30_000;
const patienceMs = 30_000;

/** The conversation in a terminal with its daemon in the same process: at rest after its start, and the peak of a turn. MiB. */
export async function measureMemory(): Promise<Row[]> {
  const what = "idle memory, daemon with REPL";
  if (!existsSync("/proc/self/smaps_rollup") || spawnSync("tmux", ["-V"]).status !== 0)
    return [notMeasured(what, "needs Linux and tmux")];
  const server = await startWordServer(async (say) => {
    for (let word = 0; word < 500; word += 1) say(`word${word} `);
    say("The end.");
  });
  try {
    return await withFolder((folder) => inTerminal(folder, server.url, what));
  } finally {
    await server.close();
  }
}

async function inTerminal(folder: string, url: string, what: string): Promise<Row[]> {
  const socket = `kestrel-bench-${process.pid}`;
  const tmux = async (...words: string[]) =>
    (await run("tmux", ["-L", socket, "-f", "/dev/null", ...words])).stdout;
  const variables = Object.entries(environmentIn(folder)).flatMap(([name, value]) => [
    "-e",
    `${name}=${value}`,
  ]);
  const command = `exec '${process.execPath}' '${program}' --url ${url}`;
  await tmux("new-session", "-d", "-x", "80", "-y", "40", "-c", folder, ...variables, command);
  const empty = spawn(process.execPath, ["-e", "setTimeout(() => {}, 1e9)"], { stdio: "ignore" });
  try {
    const pid = Number(await tmux("list-panes", "-F", "#{pane_pid}"));
    await sleep(restMs);
    const idle = memoryOf(pid);
    const bare = memoryOf(empty.pid ?? 0);
    await tmux("send-keys", "hello", "Enter");
    await shows(() => tmux("capture-pane", "-p"), "The end.");
    const busy = memoryOf(pid);
    const beside = `an empty Node ${bare.resident.toFixed(0)}`;
    return [
      atMost(what, idle.resident, 60, "MiB RSS", beside),
      forComparison("  its own share of it", idle.own, "MiB PSS", `an empty Node ${bare.own.toFixed(0)}`),
      atMost("  its peak over a turn of 500 words", busy.peak, 80, "MiB RSS"),
    ];
  } finally {
    empty.kill();
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
function memoryOf(pid: number): { resident: number; own: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const shares = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const field = (text: string, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? Number.NaN) / 1024;
  return { resident: field(status, "VmRSS"), own: field(shares, "Pss"), peak: field(status, "VmHWM") };
}
