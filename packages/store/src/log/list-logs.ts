import { join } from "node:path";
import { passOver } from "@kestrel/diagnostics";
import type { SessionSummary } from "@kestrel/protocol";
import type { DataPaths } from "../data-paths.ts";
import { jsonlArchive } from "./jsonl-archive.ts";
import { readSummary } from "./read-summary.ts";

/** Every session whose log can be read, from the logs themselves, most recently changed first. Writes nothing and keeps nothing open. */
export async function listLogs(paths: DataPaths): Promise<SessionSummary[]> {
  const summaries: SessionSummary[] = [];
  for (const id of await jsonlArchive(paths).ids()) {
    const summary = await readSummary(join(paths.sessions, `${id}.jsonl`), id).catch(
      passOver("reading a session"),
    );
    if (summary) summaries.push(summary);
  }
  return summaries.sort((one, other) => (one.changedAt < other.changedAt ? 1 : -1));
}
