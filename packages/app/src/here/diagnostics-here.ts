import { entriesIn, followEntries, logFileIn, type Wanted } from "@kestrel/diagnostics";
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
