import { closeSync, writeSync } from "node:fs";
import { startDaemon } from "@kestrel/app/daemon";
import { type LaunchOrder, type LaunchWord, launchDescriptor } from "@kestrel/app/launch-words";
import { type ExitCode, exitCodeOf, exitCodes } from "../exit-codes.ts";
import { failureOf } from "../failure-of.ts";
import { untilAskedToStop } from "../machine/until-asked-to-stop.ts";

/**
 * The daemon that a client started in the background. Reports to that client the result of its start and of loading its model. Runs
 * until it is stopped, or was unused for `server.idle_minutes`.
 */
export async function liveInBackground({ flags, with: background }: LaunchOrder): Promise<ExitCode> {
  const starting = startDaemon({ flags, background });
  const asked = untilAskedToStop(
    undefined,
    undefined,
    starting.then(({ work }) => work),
  );
  try {
    const daemon = await starting;
    const { url, token, notices, configFile, usualMode: mode } = daemon;
    const engine = daemon.engineStatus();
    tell({ kind: "up", pid: process.pid, ...{ url, token, notices, configFile, mode, engine } });
    void daemon.modelReady().then((report) => {
      tell({ kind: "model", report });
      endOfWords();
    });
    await Promise.race([asked, daemon.stopAsked, daemon.untilIdle()]);
    await daemon.close();
    return exitCodes.done;
  } catch (error) {
    const failure = failureOf(error);
    tell({ kind: "failed", ...failure });
    return exitCodeOf(failure.code);
  }
}

function tell(word: LaunchWord): void {
  quietly(() => writeSync(launchDescriptor, `${JSON.stringify(word)}\n`));
}

function endOfWords(): void {
  quietly(() => closeSync(launchDescriptor));
}

function quietly(work: () => unknown): void {
  try {
    work();
  } catch {
    // expected: the client that started it has left
  }
}
