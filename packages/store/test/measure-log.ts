import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EventBody, SessionId } from "@kestrel/protocol";
import { emptySession, evolve } from "@kestrel/session-state";
import { JsonlEventLog } from "../src/index.ts";

/** What a log costs on this machine and disk. Times in milliseconds. */
export type LogFigures = {
  events: number;
  megabytes: number;
  /** Appends of one event each, asked for a thousand at a time. */
  appendsPerSecond: number;
  /** One event alone, on disk before the next. */
  durableAppendMs: number;
  openMs: number;
  /** Opening, reading and folding everything, with nothing in memory but the page cache. */
  coldFoldMs: number;
};

/** Opening a log, reading and folding all of it: for the first time in this process, and for the second. Milliseconds. */
export type Opening = { openMs: number; coldMs: number; warmMs: number; events: number };

/** Writes a long session as a daemon would, opens it again and folds it. */
export async function measureLog(events = 100_000): Promise<LogFigures> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-measure-"));
  const file = join(folder, "s00000001.jsonl");
  try {
    const written = await writeLog(file, events);
    const { openMs, coldMs: coldFoldMs, events: folded } = await openAndFold(file);
    const megabytes = (await stat(file)).size / 1e6;
    return { events: folded, megabytes, ...written, openMs, coldFoldMs };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes a session of so many events, a thousand at a time, and a hundred more, each on disk before the next. */
export async function writeLog(
  file: string,
  events: number,
  id = "s00000001",
): Promise<Pick<LogFigures, "appendsPerSecond" | "durableAppendMs">> {
  await writeFile(file, "");
  const log = await JsonlEventLog.open(file);
  const appending = performance.now();
  for (let from = 0; from < events; from += 1000) {
    const bodies = Array.from({ length: Math.min(1000, events - from) }, (_, index) =>
      bodyOf(from + index, id),
    );
    await Promise.all(bodies.map((body) => log.append([body])));
  }
  const appendsPerSecond = events / ((performance.now() - appending) / 1000);
  const single = performance.now();
  for (let index = 0; index < 100; index++) await log.append([{ type: "session.titled", title: "durable" }]);
  const durableAppendMs = (performance.now() - single) / 100;
  await log.close();
  return { appendsPerSecond, durableAppendMs };
}

/** Opens a log and folds it, twice. */
export async function openAndFold(file: string): Promise<Opening> {
  const cold = await openedOnce(file);
  const warm = await openedOnce(file);
  return { openMs: cold.openMs, coldMs: cold.foldMs, warmMs: warm.foldMs, events: cold.events };
}

async function openedOnce(file: string): Promise<{ openMs: number; foldMs: number; events: number }> {
  const opening = performance.now();
  const log = await JsonlEventLog.open(file);
  const openMs = performance.now() - opening;
  let state = emptySession;
  for await (const event of log.read()) state = evolve(state, event);
  const foldMs = performance.now() - opening;
  await log.close();
  return { openMs, foldMs, events: state.lastSeq };
}

/** Every hundredth event begins a turn, every tenth is a call's answer; the rest are words. */
function bodyOf(index: number, id: string): EventBody {
  const turnId = `t${Math.floor(index / 100)}`;
  if (index === 0) {
    return {
      type: "session.opened",
      sessionId: SessionId.parse(id),
      workspace: "/home/ada/project",
      prefix: { system: "You are Kestrel.", tools: [], reasoning: "omit" },
      mode: "ask",
      version: "0.1.0",
    };
  }
  const step = 1 + (Math.floor(index / 10) % 10);
  const callId = `c${Math.floor(index / 10)}`;
  if (index % 100 === 99) return { type: "turn.ended", turnId, reason: "done" };
  if (index % 100 === 1) return { type: "turn.started", turnId, text: `go on, ${turnId}` };
  if (index % 10 === 2)
    return { type: "request.sent", turnId, step, messages: index, added: ["d"], tools: "d" };
  if (index % 10 === 7)
    return { type: "tool.requested", turnId, step, callId, tool: "read", arguments: "{}" };
  if (index % 10 === 8)
    return { type: "tool.finished", turnId, callId, outcome: "ok", content: "x".repeat(400) };
  return { type: "reply.text", turnId, step, offset: 0, text: "some words of a reply ".repeat(6) };
}
