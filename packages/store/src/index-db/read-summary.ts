import { open, stat } from "node:fs/promises";
import { emptySession, evolve, type SessionSummary, summarise } from "@kestrel/protocol";
import { findTail } from "../log/find-tail.ts";
import { readLog } from "../log/read-log.ts";

/** The summary of a log, folded from its file. Undefined for a log without its first event. */
export async function readSummary(file: string): Promise<SessionSummary | undefined> {
  let state = emptySession;
  for await (const event of readLog(file)) state = evolve(state, event);
  return state.sessionId === undefined ? undefined : summarise(state);
}

/** Changes whenever the file does; undefined when there is no such file. */
export async function fileMark(file: string): Promise<string | undefined> {
  const facts = await stat(file, { bigint: true }).catch(() => undefined);
  return facts && `${facts.size}:${facts.mtimeNs}:${facts.ino}`;
}

/** The number of the last event in a file. */
export async function lastSeqOf(file: string): Promise<number> {
  const handle = await open(file, "r");
  try {
    return (await findTail(handle, (await handle.stat()).size)).lastSeq;
  } finally {
    await handle.close();
  }
}
