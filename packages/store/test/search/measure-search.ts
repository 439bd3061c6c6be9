import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { EventBody } from "@kestrel/protocol";
import { SessionId } from "@kestrel/protocol";
import { dataPaths, jsonlArchive, prepareFolders, sessionSearch } from "../../src/index.ts";

export type SearchMeasure = {
  /** Milliseconds of the slowest of the queries, and of the middle one. */
  worstMs: number;
  medianMs: number;
  /** The index over the logs, in bytes. */
  share: number;
  logBytes: number;
  buildMs: number;
  /** Of the event loop, while the index was made and while it was asked. Milliseconds. */
  longestBlockMs: number;
};

/** Every eighth word is Chinese; common words come a thousand times as often as rare ones. */
function wordAt(random: number): string {
  const rank = Math.floor(Math.exp(random * Math.log(20_000)));
  return rank % 8 === 3
    ? String.fromCharCode(0x4e00 + (rank % 5_000), 0x4e00 + ((rank * 7) % 5_000))
    : `w${rank.toString(36)}ord`;
}

/** Makes that many sessions of that many events in a data folder, takes them in and asks for common and for rare words. */
export async function measureSearch(
  folder: string,
  { sessions, events, seed }: { sessions: number; events: number; seed: number },
): Promise<SearchMeasure> {
  const paths = dataPaths({ KESTREL_DATA_DIR: join(folder, "data") });
  await prepareFolders(paths);
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const text = (words: number) => Array.from({ length: words }, () => wordAt(random())).join(" ");
  for (let number = 0; number < sessions; number++) {
    const id = SessionId.parse(`s${String(number).padStart(8, "0")}`);
    const log = await jsonlArchive(paths).create(id);
    await log.append([{ type: "session.titled", title: text(6) }, ...turns(events - 1, text)]);
    await log.close();
  }
  const search = sessionSearch(paths);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  for (;;) {
    const { searched, of } = await search.search("w1ord");
    if (of > 0 && searched === of) break;
  }
  const buildMs = performance.now() - began;
  const took: number[] = [];
  for (let at = 0; at < 40; at++) {
    const wish = Array.from({ length: 1 + (at % 3) }, () => wordAt(random())).join(" ");
    const asked = performance.now();
    await search.search(wish);
    took.push(performance.now() - asked);
  }
  delay.disable();
  await search.close();
  const sizes = async (place: string, wanted: RegExp) => {
    const names = (await readdir(place)).filter((name) => wanted.test(name));
    const all = await Promise.all(names.map(async (name) => (await stat(join(place, name))).size));
    return all.reduce((sum, size) => sum + size, 0);
  };
  const logBytes = await sizes(paths.sessions, /\.jsonl$/);
  took.sort((one, other) => one - other);
  return {
    worstMs: took.at(-1) ?? 0,
    medianMs: took[20] ?? 0,
    share: (await sizes(paths.data, /^search\.db/)) / logBytes,
    logBytes,
    buildMs,
    longestBlockMs: delay.max / 1e6,
  };
}

/** Turns of six events, as a session that reads and writes has them. */
function turns(events: number, text: (words: number) => string): EventBody[] {
  return Array.from({ length: events }, (_, at): EventBody => {
    const turnId = `t${Math.floor(at / 6)}`;
    const callId = `c${Math.floor(at / 6)}`;
    switch (at % 6) {
      case 0:
        return { type: "turn.started", turnId, text: text(20) };
      case 1:
        return {
          type: "tool.requested",
          turnId,
          step: 1,
          callId,
          tool: "read",
          arguments: JSON.stringify({ path: `src/${text(2).replace(" ", "/")}` }),
        };
      case 2:
        return { type: "tool.finished", turnId, callId, outcome: "ok", content: text(300), durationMs: 12 };
      case 3:
        return { type: "reply.text", turnId, step: 1, offset: 0, text: text(60) };
      case 4:
        return { type: "reply.completed", turnId, step: 1, finish: "stop" };
      default:
        return { type: "turn.ended", turnId, reason: "done" };
    }
  });
}
