import { readdirSync, readFileSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openSession } from "@kestrel/core";
import { ScriptedBackend, stillHost } from "@kestrel/core/testing";
import { type SessionEvent, SessionId } from "@kestrel/protocol";
import { emptySession, evolve, readEvent, type SessionState } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { checkpointPieces, foldedFrom } from "../../packages/core/src/journal/checkpoint.ts";
import { jsonlArchive } from "../../packages/store/src/index.ts";
import { chosenSeed, dice } from "../../packages/store/test/dice.ts";
import { writeLog } from "../../packages/store/test/measure-log.ts";
import { temporaryData } from "../../packages/store/test/temporary-data.ts";

const folder = join(import.meta.dirname, "../replays");
const recorded = readdirSync(folder).filter((file) => file.endsWith(".jsonl"));

function eventsIn(text: string): SessionEvent[] {
  return text
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      const read = readEvent(line);
      return read.kind === "event" ? [read.event] : [];
    });
}

/** The state as a file would have kept it. */
function kept(state: SessionState): SessionState {
  const pieces = [...checkpointPieces({ state, ops: [] })].map((piece) => JSON.parse(JSON.stringify(piece)));
  return foldedFrom(pieces).state;
}

/** A state by its words: what is absent and what is undefined are the same. */
const written = (state: SessionState) => JSON.stringify(plain(state));
function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Symbol.iterator in value) return [...(value as Iterable<unknown>)].map(plain);
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, plain((value as Record<string, unknown>)[name])]));
}

describe("a checkpoint and the rest of the log come to what the whole log comes to", () => {
  it.each(recorded)("%s, wherever it is cut", (name) => {
    const events = eventsIn(readFileSync(join(folder, name), "utf8"));
    const whole = written(events.reduce(evolve, emptySession));
    let state = emptySession;
    for (const [index, event] of events.entries()) {
      state = evolve(state, event);
      expect(written(events.slice(index + 1).reduce(evolve, kept(state)))).toBe(whole);
    }
  });

  it("a generated session of ten thousand events, cut at random", async () => {
    const paths = await temporaryData();
    const file = join(paths.sessions, "s00000001.jsonl");
    await writeLog(file, 10_000);
    const events = eventsIn(await readFile(file, "utf8"));
    const whole = written(events.reduce(evolve, emptySession));
    const roll = dice(chosenSeed());
    for (let round = 0; round < 5; round++) {
      const at = roll(events.length);
      const state = events.slice(0, at).reduce(evolve, emptySession);
      expect(written(events.slice(at).reduce(evolve, kept(state)))).toBe(whole);
    }
  });
});

const id = SessionId.parse("s00000001");

/** A data folder with a session of that many events, and what opens it as a daemon does. */
async function longSession(events: number) {
  const paths = await temporaryData();
  const log = join(paths.sessions, `${id}.jsonl`);
  await writeLog(log, events);
  const checkpoint = join(paths.sessions, `${id}.checkpoint`);
  const agent = { backend: new ScriptedBackend([]), tools: [], host: stillHost(), limits: { maxSteps: 4 } };
  const opened = async (build: string) => {
    const file = await jsonlArchive(paths, () => new Date(), build).open(id);
    const session = await openSession({ log: file, agent });
    return { session, state: written(session.state()), damage: file.damage() };
  };
  return { paths, log, checkpoint, opened };
}

describe("the checkpoint of a long log", () => {
  it("is kept when its session closes, and opens it again as it was", async () => {
    const { checkpoint, opened } = await longSession(12_000);
    const first = await opened("one");
    await first.session.close();
    expect((await stat(checkpoint)).mode & 0o777).toBe(0o600);
    const second = await opened("one");
    expect(second.state).toBe(first.state);
    const opId = "op-1";
    await second.session.apply({ type: "set-title", title: "again", opId }, "t1");
    await second.session.close();
    const third = await opened("one");
    expect(third.session.state().title).toBe("again");
    await third.session.close();
  });

  it.each([
    ["a flipped bit", (bytes: Buffer) => bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1)],
    ["half of it", (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ["nothing", () => Buffer.alloc(0)],
    ["something else", () => Buffer.from("{}\n{}\n0\n")],
  ] as const)("is passed over when it holds %s, and made again", async (_, changed) => {
    const { checkpoint, opened } = await longSession(12_000);
    const first = await opened("one");
    await first.session.close();
    await writeFile(checkpoint, changed(await readFile(checkpoint)));
    const second = await opened("one");
    expect(second.state).toBe(first.state);
    await second.session.close();
    expect((await stat(checkpoint)).size).toBeGreaterThan(1_000);
  });

  it("is passed over when another build made it, or the log beneath it is another", async () => {
    const { paths, log, checkpoint, opened } = await longSession(12_000);
    const first = await opened("one");
    await first.session.close();
    const second = await opened("two");
    expect(second.state).toBe(first.state);
    await second.session.close();
    const bytes = await readFile(log);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(log, bytes);
    const damaged = await opened("two");
    expect(damaged.damage).toEqual({ lines: 1, missing: 1 });
    await damaged.session.close();
    expect(await readdir(paths.sessions)).not.toContain(checkpoint);
  });

  it("tells of damage behind it", async () => {
    const { log, opened } = await longSession(12_000);
    const first = await opened("one");
    await first.session.close();
    const second = await opened("one");
    await second.session.apply({ type: "set-title", title: "lost", opId: "op-1" }, "t1");
    await second.session.apply({ type: "set-title", title: "kept", opId: "op-2" }, "t1");
    await second.session.close();
    const text = await readFile(log, "utf8");
    await writeFile(log, text.replace('"title":"lost"', '"title":"lest"'));
    const third = await opened("one");
    expect(third.damage).toEqual({ lines: 1, missing: 1 });
    await third.session.close();
  });

  it("goes with its session, and is not made of a short one", async () => {
    const { paths, opened } = await longSession(12_000);
    await (await opened("one")).session.close();
    await jsonlArchive(paths).remove(id);
    expect(await readdir(paths.sessions)).toEqual([]);
    const short = await longSession(100);
    await (await short.opened("one")).session.close();
    expect(await readdir(short.paths.sessions)).toEqual([`${id}.jsonl`]);
  });
});

it("a session whose log goes on in a later format can be read, and takes nothing more", async () => {
  const { log, opened } = await longSession(100);
  const bytes = await readFile(log);
  const last = eventsIn(bytes.toString("utf8")).length;
  const later = JSON.stringify({
    v: 2,
    seq: last + 1,
    at: "soon",
    body: { type: "turn.started", words: [] },
  });
  await writeFile(log, `${bytes.toString("utf8")}${later}\n`);
  const { session, damage } = await opened("one");
  expect(damage).toEqual({ lines: 1, missing: 0 });
  expect(session.state().turns).toBeGreaterThan(0);
  await expect(session.apply({ type: "set-title", title: "no", opId: "op-1" }, "t1")).rejects.toMatchObject({
    code: "log_damaged",
  });
  await session.close();
  expect(await readFile(log, "utf8")).toContain(later);
  expect((await readFile(log)).length).toBe(bytes.length + later.length + 1);
});
