import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type EventBody, SessionId } from "@kestrel/protocol";
import { emptySession, evolve } from "@kestrel/session-state";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type DataPaths,
  dataPaths,
  jsonlArchive,
  prepareFolders,
  type StoredCatalog,
  sessionCatalog,
} from "../../src/index.ts";
import { chosenSeed, dice } from "../dice.ts";
import { quickFolder } from "../temporary-data.ts";

const idOf = (number: number): SessionId => SessionId.parse(`s${String(number).padStart(8, "0")}`);

function story(number: number): EventBody[] {
  const turnId = `t${number}`;
  const opened: EventBody = {
    type: "session.opened",
    sessionId: idOf(number),
    workspace: `/projects/${number % 3}`,
    prefix: { system: "", tools: [], reasoning: "omit" },
    mode: "ask",
    version: "0.1.0",
  };
  const started: EventBody = { type: "turn.started", turnId, text: `do ${number}` };
  const reason = number % 2 === 0 ? "done" : "failed";
  return number % 3 === 0 ? [opened, started] : [opened, started, { type: "turn.ended", turnId, reason }];
}

async function givenSessions(count: number): Promise<DataPaths> {
  const paths = dataPaths({ KESTREL_DATA_DIR: join(await quickFolder(), "data") });
  await prepareFolders(paths);
  for (let number = 1; number <= count; number++) await write(paths, number, story(number));
  return paths;
}

async function write(paths: DataPaths, number: number, bodies: readonly EventBody[]): Promise<void> {
  const archive = jsonlArchive(paths, () => new Date(Date.parse("2026-01-01T00:00:00Z") + number * 1000));
  const known = (await archive.ids()).includes(idOf(number));
  const log = await (known ? archive.open(idOf(number)) : archive.create(idOf(number)));
  await log.append(bodies);
  await log.close();
}

function catalogOf(paths: DataPaths, ...load: [] | [() => never]): StoredCatalog {
  const catalog = sessionCatalog(paths, ...load);
  onTestFinished(() => catalog.close());
  return catalog;
}

const cannotLoad = (): never => {
  throw new Error("the native part does not load here");
};

/** The driver's native part is optional; what needs it is not shown where it is not. */
async function driverWorks(): Promise<boolean> {
  try {
    const { default: Driver } = await import("better-sqlite3");
    new Driver(":memory:").close();
    return true;
  } catch {
    return false;
  }
}

const scanned = (paths: DataPaths) => catalogOf(paths, cannotLoad).list();

describe.each([
  ["with its index", []],
  ["where the native part cannot load", [cannotLoad]],
] as const)("the list of sessions, %s", (_, load) => {
  const open = (paths: DataPaths): StoredCatalog => catalogOf(paths, ...load);

  it("tells each session once, the newest change first", async () => {
    const catalog = open(await givenSessions(4));
    expect((await catalog.list()).map(({ id, title, attention }) => [id, title, attention])).toEqual([
      [idOf(4), "do 4", "idle"],
      [idOf(3), "do 3", "stopped"],
      [idOf(2), "do 2", "idle"],
      [idOf(1), "do 1", "error"],
    ]);
  });

  it("leaves out logs that were never opened, and what is no log", async () => {
    const paths = await givenSessions(1);
    await (await jsonlArchive(paths).create(idOf(7))).close();
    await writeFile(join(paths.sessions, "notes.txt"), "x");
    expect(await open(paths).list()).toHaveLength(1);
  });

  it("sees what was written behind its back, removed and brought back", async () => {
    const paths = await givenSessions(2);
    const catalog = open(paths);
    await catalog.list();
    await write(paths, 1, [{ type: "session.titled", title: "renamed" }]);
    expect((await catalog.list()).map(({ title }) => title)).toEqual(["do 2", "renamed"]);
    const archive = jsonlArchive(paths);
    await archive.remove(idOf(2));
    await catalog.forget(idOf(2));
    expect(await catalog.list()).toHaveLength(1);
    await archive.restore(idOf(2));
    expect(await catalog.list()).toHaveLength(2);
  });

  it("takes the word of a living session, and keeps it only if the log says the same", async () => {
    const paths = await givenSessions(1);
    const body: EventBody = { type: "session.titled", title: "said, not written" };
    const event = { v: 1 as const, seq: 9, at: "2027-01-01T00:00:00.000Z", body };
    const first = sessionCatalog(paths, ...load);
    first.note(evolve({ ...emptySession, sessionId: idOf(1) }, event));
    expect((await first.list())[0]?.title).toBe("said, not written");
    await first.close();
    expect((await open(paths).list())[0]?.title).toBe("do 1");
  });
});

describe.each([
  ["with its index", []],
  ["where the native part cannot load", [cannotLoad]],
] as const)("a session in the middle of a turn, %s", (_, load) => {
  it("works while it lives here, and is stopped for the next daemon", async () => {
    const paths = await givenSessions(0);
    await write(paths, 3, story(3));
    const log = await jsonlArchive(paths).open(idOf(3));
    let state = emptySession;
    for await (const event of log.read()) state = evolve(state, event);
    await log.close();
    const first = sessionCatalog(paths, ...load);
    first.note(state);
    expect((await first.list())[0]?.attention).toBe("working");
    await first.close();
    expect((await catalogOf(paths, ...load).list())[0]?.attention).toBe("stopped");
  });
});

describe.skipIf(!(await driverWorks()))("the index", () => {
  const seed = chosenSeed();

  it("is for this user alone, and nothing before its first use", async () => {
    const paths = await givenSessions(1);
    const catalog = catalogOf(paths);
    const indexFiles = async () => (await readdir(paths.data)).filter((name) => name.startsWith("index."));
    expect(await indexFiles()).toEqual([]);
    expect(await catalog.ready()).toEqual({ indexed: true });
    await catalog.list();
    for (const name of await indexFiles()) {
      expect((await stat(join(paths.data, name))).mode & 0o777).toBe(0o600);
    }
  });

  it("says when it cannot be, and why", async () => {
    const catalog = catalogOf(await givenSessions(1), cannotLoad);
    expect(await catalog.ready()).toEqual({ indexed: false, detail: "the native part does not load here" });
  });

  it("spares reading logs that did not change", async () => {
    const paths = await givenSessions(1);
    const file = join(paths.sessions, `${idOf(1)}.jsonl`);
    await utimes(file, 1_700_000_000, 1_700_000_000);
    const first = sessionCatalog(paths);
    const before = await first.list();
    expect(before).toHaveLength(1);
    await first.close();
    // Same file, size and time: only somebody who reads it again notices that nothing is left in it.
    await writeFile(file, Buffer.alloc((await stat(file)).size, "x"), { flag: "r+" });
    await utimes(file, 1_700_000_000, 1_700_000_000);
    expect(await catalogOf(paths).list()).toEqual(before);
    expect(await scanned(paths)).toEqual([]);
  });

  it("keeps what a living session came to, so that the next start need not read its log", async () => {
    const paths = await givenSessions(1);
    const file = join(paths.sessions, `${idOf(1)}.jsonl`);
    await utimes(file, 1_700_000_000, 1_700_000_000);
    const log = await jsonlArchive(paths).open(idOf(1));
    let state = emptySession;
    for await (const event of log.read()) state = evolve(state, event);
    await log.close();
    const first = sessionCatalog(paths);
    first.note({ ...state, title: "from the living session" });
    await first.close();
    expect((await catalogOf(paths).list())[0]?.title).toBe("from the living session");
  });

  it("can be deleted or overwritten anywhere, and the list is that of a fresh scan", async () => {
    const roll = dice(seed);
    const paths = await givenSessions(60);
    const expected = await scanned(paths);
    expect(expected).toHaveLength(60);
    const file = join(paths.data, "index.db");
    for (let round = 0; round < 60; round++) {
      const catalog = sessionCatalog(paths);
      expect(await catalog.list()).toEqual(expected);
      await catalog.close();
      const bytes = await readFile(file);
      if (round % 6 === 0) await rm(file);
      else if (round % 6 === 1) await writeFile(file, "this is no database");
      else if (round % 6 === 2) await writeFile(file, bytes.subarray(0, roll(bytes.length)));
      else {
        for (let hit = 0; hit < 1 + roll(40); hit++) bytes[roll(bytes.length)] = roll(256);
        await writeFile(file, bytes);
      }
    }
  });

  it("survives being deleted while it is open", async () => {
    const paths = await givenSessions(5);
    const catalog = catalogOf(paths);
    const expected = await catalog.list();
    for (const suffix of ["", "-wal", "-shm"])
      await rm(join(paths.data, `index.db${suffix}`), { force: true });
    await write(paths, 6, story(6));
    expect(await catalog.list()).toHaveLength(expected.length + 1);
  });
});
