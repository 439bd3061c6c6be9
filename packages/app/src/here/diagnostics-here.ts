import {
  type DaemonLog,
  entriesIn,
  followEntries,
  logFileIn,
  openDaemonLog,
  type Wanted,
} from "@kestrel/diagnostics";
import { dataPaths } from "@kestrel/store";
import { programBuild } from "../machine/program-build.ts";

/** The log of this user's data folder, for commands: it is read without a daemon. */
export function diagnosticsHere() {
  const { data } = dataPaths(process.env);
  return {
    file: logFileIn(data),
    build: programBuild(),
    entries: (most: number, wanted?: Wanted) => entriesIn(data, most, wanted),
    follow: (most: number, wanted: Wanted, signal: AbortSignal) => followEntries(data, most, wanted, signal),
  };
}

/** Stores what this process reports; a daemon in the same process shares the log. Writes nothing when there is no data folder. */
export function keepDiagnostics(): DaemonLog {
  return openDaemonLog(dataPaths(process.env).data, programBuild());
}
