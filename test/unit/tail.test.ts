import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SessionEvent } from "@kestrel/protocol";
import {
  contextLedger,
  type Entry,
  emptySession,
  evolve,
  readEvent,
  type SessionState,
} from "@kestrel/session-state";
import {
  entriesBefore,
  outgrowsTail,
  stateFromTail,
  tailOf,
  withEarlier,
  withKnownEntries,
} from "@kestrel/session-state/tail";
import { describe, expect, it } from "vitest";
import { writeLog } from "../../packages/store/test/measure-log.ts";
import { temporaryData } from "../../packages/store/test/temporary-data.ts";

const folder = join(import.meta.dirname, "../replays");
const recorded = readdirSync(folder).filter((file) => file.endsWith(".jsonl"));

function eventsIn(text: string): SessionEvent[] {
  const read = text.trimEnd().split("\n").map(readEvent);
  return read.flatMap((line) => (line.kind === "event" ? [line.event] : []));
}

/** The end of a session as a client gets it. */
const sent = (state: SessionState, entries?: number): SessionState =>
  stateFromTail(JSON.parse(JSON.stringify(tailOf(state, entries))));

const pageOf = (state: SessionState, before: number): ReturnType<typeof entriesBefore> =>
  JSON.parse(JSON.stringify(entriesBefore(state, before)));

/** What a client that has all of the earlier entries brought to it holds. */
function allOf(state: SessionState, known: SessionState): SessionState {
  let here = known;
  while (here.timeline.first > 0) {
    const earlier = withEarlier(here, pageOf(state, here.timeline.first));
    expect(earlier.timeline.first).toBeLessThan(here.timeline.first);
    here = earlier;
  }
  return here;
}

const entriesOf = ({ timeline }: SessionState): Entry[] => JSON.parse(JSON.stringify([...timeline]));

describe("the end of a session and what comes after it", () => {
  it.each(recorded)("come to what the whole log comes to: %s, wherever it is cut", (name) => {
    const events = eventsIn(readFileSync(join(folder, name), "utf8"));
    const whole = events.reduce(evolve, emptySession);
    let state = emptySession;
    for (const [index, event] of events.entries()) {
      state = evolve(state, event);
      let now = state;
      let client = sent(state, 1);
      expect(contextLedger(client).used).toBe(contextLedger(state).used);
      for (const later of events.slice(index + 1)) {
        now = evolve(now, later);
        client = evolve(client, later);
        if (outgrowsTail(client, later)) client = withKnownEntries(sent(now, 1), client);
      }
      expect(client.lastSeq).toBe(whole.lastSeq);
      expect(client.timeline.length).toBe(whole.timeline.length);
      expect(entriesOf(client)).toEqual(entriesOf(whole).slice(client.timeline.first));
      expect(contextLedger(client).used).toBe(contextLedger(whole).used);
      expect(entriesOf(allOf(whole, client))).toEqual(entriesOf(whole));
    }
  });

  it("of ten thousand events are a hundredth of them, and its pages bring the rest", async () => {
    const paths = await temporaryData();
    const file = join(paths.sessions, "s00000001.jsonl");
    await writeLog(file, 10_000);
    const text = await readFile(file, "utf8");
    const state = eventsIn(text).reduce(evolve, emptySession);
    const client = sent(state);
    expect(JSON.stringify(tailOf(state)).length).toBeLessThan(text.length / 20);
    expect(client.timeline.at(client.timeline.first)?.kind).toBe("user");
    expect(client.timeline.at(client.timeline.first - 1)).toBeUndefined();
    expect(contextLedger(client).used).toBe(contextLedger(state).used);
    expect(entriesOf(allOf(state, client))).toEqual(entriesOf(state));
  });

  it("never weigh more than a megabyte and one entry, however long the entries are", () => {
    const stamp = { v: 1 as const, at: "2026-01-01T00:00:00.000Z" };
    let state = emptySession;
    for (let turn = 0; turn < 40; turn++) {
      const turnId = `t${turn}`;
      for (const body of [
        { type: "turn.started", turnId, text: "x".repeat(300_000) },
        { type: "turn.ended", turnId, reason: "done" },
      ] as const)
        state = evolve(state, { ...stamp, seq: state.lastSeq + 1, body });
    }
    expect(JSON.stringify(tailOf(state)).length).toBeLessThan(1_400_000);
    expect(entriesOf(allOf(state, sent(state)))).toEqual(entriesOf(state));
  });
});
