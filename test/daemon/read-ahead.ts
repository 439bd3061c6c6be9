import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AheadCounters, SessionEvent, Usage } from "@kestrel/protocol";
import { expect } from "vitest";
import { bodiesOf } from "./follow-session.ts";
import type { TestDaemon } from "./run-daemon.ts";

export const aheadOf = (daemon: TestDaemon): Promise<AheadCounters> => daemon.client.call("ahead");

/** Resolves when the daemon has read so many tokens ahead. */
export const untilReadAhead = (
  daemon: TestDaemon,
  kind: "draft" | "settle" | "warm",
  atLeast: number,
): Promise<void> =>
  expect
    .poll(async () => (await aheadOf(daemon))[kind].read, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(atLeast);

/** What the newest turn's first request found in the cache, by the server's count. */
export function firstUsage(events: readonly SessionEvent[]): { cached: number; prompt: number } {
  const turnId = bodiesOf(events, "turn.started").at(-1)?.turnId;
  const replies = bodiesOf(events, "reply.completed").filter((reply) => reply.turnId === turnId);
  const { cached = -1, prompt = -1 } = replies[0]?.usage ?? {};
  return { cached, prompt };
}

/** The names of all files of the daemon in which these words stand. */
export function filesWith(daemon: TestDaemon, words: string): string[] {
  return readdirSync(daemon.dataFolder, { recursive: true, withFileTypes: true }).flatMap((file) => {
    if (!file.isFile()) return [];
    const place = join(file.parentPath, file.name);
    return readFileSync(place).includes(words) ? [place] : [];
  });
}

/** About how many tokens each slot file holds, by its head: a slot is saved as numbers, in which no words can be found. */
function tokensInSlotFiles(daemon: TestDaemon): number[] {
  const folder = join(daemon.dataFolder, "slots");
  return readdirSync(folder).map((name) => {
    const head = readFileSync(join(folder, name));
    expect(head.toString("latin1", 0, 4)).toBe("qsgg");
    return head.readUInt32LE(8);
  });
}

/** Of a daemon that ended: what was typed and never sent is in no file of it, and its one slot file holds about what was sent. */
export function expectUnsentNowhere(
  daemon: TestDaemon,
  { unsent, sent, usage }: { unsent: string; sent: string; usage: Usage | undefined },
): void {
  expect(filesWith(daemon, unsent)).toEqual([]);
  expect(filesWith(daemon, sent)).not.toEqual([]);
  const told = (usage?.prompt ?? 0) + (usage?.generated ?? 0);
  const [held = 0, ...more] = tokensInSlotFiles(daemon);
  expect(more).toEqual([]);
  expect(held).toBeGreaterThan(told - 3);
  expect(held).toBeLessThan(told + 16);
}
