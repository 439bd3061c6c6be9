import { join } from "node:path";
import { dataPaths } from "@kestrel/store";
import { thisHost } from "./this-host.ts";

/** The terminal's input history of a folder: stored with the sessions, readable by this user only. */
export function inputHistoryFile(folder: string): string {
  return join(dataPaths(process.env).data, "history", `${thisHost.digest(folder).slice(0, 16)}.jsonl`);
}
