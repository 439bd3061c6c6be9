import { passOver } from "@kestrel/diagnostics";
import type { DaemonClient } from "@kestrel/server/client";
import { shortIdsOf } from "@kestrel/session-state/memories";
import { visibleName } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { shellLine } from "../models/shell-line.ts";
import type { RunResult } from "./run-lines.ts";

/** A turn's result, without its offer to store a fact when memory is off. */
export async function offeredIn(client: DaemonClient, result: RunResult): Promise<RunResult> {
  if (result.memory.asked === undefined) return result;
  const listed = await client.call("listMemory", { body: {} }).catch(passOver("asking whether memory is on"));
  return listed?.state.on ? result : { ...result, memory: { used: result.memory.used } };
}

/** The facts that a turn used, and how to store the one that its message asks for. */
export async function memoryLines(
  client: DaemonClient,
  { used, asked }: RunResult["memory"],
  say: Say,
): Promise<string[]> {
  const lines: string[] = [];
  if (used.length > 0) {
    const listed = await client
      .call("listMemory", { body: { all: true } })
      .catch(passOver("listing the facts of a turn"));
    const rows = listed?.rows ?? [];
    const shortId = shortIdsOf(rows);
    lines.push(say("memory.used", { count: used.length }));
    for (const { id, content } of rows)
      if (used.includes(id)) lines.push(`  ${shortId(id)}  ${visibleName(content)}`);
  }
  if (asked !== undefined) {
    const command = `kestrel memory add ${shellLine([visibleName(asked)])}`;
    lines.push(say("run.remember", { command }));
  }
  return lines;
}
