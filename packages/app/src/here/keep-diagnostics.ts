import { type DaemonLog, openDaemonLog } from "@kestrel/diagnostics";
import { dataPaths } from "@kestrel/store";
import { programBuild } from "../machine/program-build.ts";

/** Stores what this process reports; a daemon in the same process shares the log. Writes nothing when there is no data folder. */
export function keepDiagnostics(): DaemonLog {
  return openDaemonLog(dataPaths(process.env).data, programBuild());
}
