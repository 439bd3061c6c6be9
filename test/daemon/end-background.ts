import { setTimeout as sleep } from "node:timers/promises";
import { dataPaths, findDaemon } from "../../packages/store/src/index.ts";

/** Longer than a daemon takes to end its turns and its engine. Milliseconds. */
const patience = 20_000;

/** Ends the daemon that holds this data folder, if one does: by the process id that it tells there. Resolves when it is gone. */
export async function endBackground(dataFolder: string): Promise<void> {
  for (let end = performance.now() + patience; ; await sleep(20)) {
    const found = await findDaemon(dataPaths({ KESTREL_DATA_DIR: dataFolder }));
    if (!found) return;
    const isLate = performance.now() > end;
    if (isLate) end += patience;
    signal(found.pid, isLate ? "SIGKILL" : "SIGTERM");
    while (signal(found.pid, 0) && performance.now() < end) await sleep(20);
  }
}

/** False when there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
