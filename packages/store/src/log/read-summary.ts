import { constants } from "node:fs";
import { stat } from "node:fs/promises";
import { absent } from "@kestrel/diagnostics";
import type { LogDamage, SessionId, SessionSummary } from "@kestrel/protocol";
import { emptySession, evolve, summarise } from "@kestrel/session-state";
import { openRegular } from "../files/open-regular.ts";
import { findTail } from "./find-tail.ts";
import { readLog } from "./read-log.ts";

/** The summary of a log, folded from its file, at rest; marks a damaged one. Undefined for an empty log. */
export async function readSummary(file: string, id: SessionId): Promise<SessionSummary | undefined> {
  let state = emptySession;
  let damage: LogDamage = { lines: 0, missing: 0 };
  const done = (met: LogDamage) => {
    damage = met;
  };
  for await (const event of readLog(file, { done })) state = evolve(state, event);
  const broken = damage.lines + damage.missing > 0;
  if (state.lastSeq === 0 && !broken) return undefined;
  const summary = summarise({ ...state, sessionId: id });
  if (!broken) return state.sessionId === undefined ? undefined : atRest(summary);
  const changedAt = summary.changedAt || (await stat(file)).mtime.toISOString();
  return { ...summary, openedAt: summary.openedAt || changedAt, changedAt, attention: "error", damage };
}

/** A session read from its log neither works nor waits: a crash ended its open turn. */
export function atRest(summary: SessionSummary): SessionSummary {
  const { attention } = summary;
  const cut = attention === "working" || attention === "needs_you";
  return cut ? { ...summary, attention: "stopped" } : summary;
}

/** Changes whenever the file does; undefined when the file is missing. */
export async function fileMark(file: string): Promise<string | undefined> {
  const facts = await stat(file, { bigint: true }).catch(absent);
  return facts && `${facts.size}:${facts.mtimeNs}:${facts.ino}`;
}

/** The sequence number of the last event in a file. */
export async function lastSeqOf(file: string): Promise<number> {
  const handle = await openRegular(file, constants.O_RDONLY);
  try {
    return (await findTail(handle, (await handle.stat()).size)).lastSeq;
  } finally {
    await handle.close();
  }
}
