import { watch } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type SessionEvent, SessionId } from "@kestrel/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonlArchive, readLog } from "../../src/index.ts";
import { readLine, writeLine } from "../../src/log/log-line.ts";
import { buildFixture, type Fixture, start } from "../run-fixture.ts";
import { temporaryData } from "../temporary-data.ts";
import { fromOldest, oldestLine } from "./oldest-log.ts";
import { everything, titled } from "./stories.ts";

const id = SessionId.parse("s00000001");
const at = "2026-01-01T00:00:00.000Z";
const eventsOf = (count: number): SessionEvent[] =>
  Array.from({ length: count }, (_, index) => ({ v: 1, seq: index + 1, at, body: titled(`翠鸟 ${index}`) }));

/** A data folder with a log of the invented version 0. */
async function oldestLog(count: number, more = "") {
  const paths = await temporaryData();
  const file = join(paths.sessions, `${id}.jsonl`);
  const events = eventsOf(count);
  const old = Buffer.from(events.map(oldestLine).join("") + more);
  await writeFile(file, old);
  const backups = async () => {
    const names = (await readdir(paths.sessions)).filter((name) => name.endsWith(".backup"));
    return Promise.all(names.map((name) => readFile(join(paths.sessions, name))));
  };
  return { paths, file, events, old, today: Buffer.from(events.map(writeLine).join("")), backups };
}

describe("a log of an earlier version", () => {
  it("is brought to today's before it is written to, and stays beside it as it was", async () => {
    const { paths, file, events, old, today, backups } = await oldestLog(300);
    const archive = jsonlArchive(paths, () => new Date(), undefined, fromOldest);
    const log = await archive.open(id);
    expect(await everything(log)).toEqual(events);
    expect(log.damage()).toBeUndefined();
    expect(await readFile(file)).toEqual(today);
    expect(await backups()).toEqual([old]);
    const [added] = await log.append([titled("after")]);
    expect(added?.seq).toBe(301);
    await log.close();
    // Today's log is left alone.
    const again = await archive.open(id);
    expect((await everything(again)).length).toBe(301);
    await again.close();
    expect(await backups()).toEqual([old]);
    await archive.purge(60_000);
    expect(await backups()).toEqual([old]);
    await archive.purge(-60_000);
    expect(await readdir(paths.sessions)).toEqual([`${id}.jsonl`]);
  });

  it("can be read where nobody has opened it yet", () => {
    const [event] = eventsOf(1);
    const line = Buffer.from(oldestLine(event as SessionEvent)).subarray(0, -1);
    expect(readLine(line, fromOldest)).toEqual({ kind: "event", event });
    expect(readLine(line).kind).toBe("damaged");
  });

  it("keeps what cannot be read, and its torn end, byte for byte", async () => {
    const { paths, file, old } = await oldestLog(20, '{"v":0,"seq":21,"at":"half');
    const text = old.toString().replace("翠鸟 7", "翠鸟 9");
    await writeFile(file, text);
    const archive = jsonlArchive(paths, () => new Date(), undefined, fromOldest);
    const log = await archive.open(id);
    const found = await everything(log);
    expect(found.map(({ seq }) => seq)).toEqual([
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      ...Array.from({ length: 13 }, (_, n) => n + 9),
    ]);
    expect(log.damage()).toEqual({ lines: 1, missing: 1 });
    await log.close();
    expect(await readFile(file, "utf8")).toContain(text.split("\n")[7]);
    expect(await readFile(join(paths.sessions, `${id}.torn-1`), "utf8")).toBe('{"v":0,"seq":21,"at":"half');
  });

  it("goes with its words when its session is purged", async () => {
    const { paths } = await oldestLog(5);
    const archive = jsonlArchive(paths, () => new Date(), undefined, fromOldest);
    await (await archive.open(id)).close();
    await archive.remove(id);
    await archive.purge(-60_000);
    expect(await readdir(paths.sessions)).toEqual([]);
    expect(await readdir(paths.removed)).toEqual([]);
  });
});

describe("a migration that is killed", () => {
  let migrator: Fixture;
  beforeAll(async () => {
    migrator = await buildFixture("migrate-log");
  });
  afterAll(() => migrator.remove());

  it.each([1, 300, 600])("leaves the old log or the new one: at line %i of 600", async (line) => {
    const { paths, file, old, today } = await oldestLog(600);
    const { ended } = start(process.execPath, [migrator.file, file, String(line)]);
    expect(await ended).toBe("SIGKILL");
    expect(await readFile(file)).toEqual(old);
    const archive = jsonlArchive(paths, () => new Date(), undefined, fromOldest);
    await (await archive.open(id)).close();
    expect(await readFile(file)).toEqual(today);
    await archive.purge(-60_000);
    expect(await readdir(paths.sessions)).toEqual([`${id}.jsonl`]);
  });

  it("leaves one of them also between the backup and the new name", async () => {
    for (let round = 0; round < 5; round++) {
      const { paths, file, old, today, backups } = await oldestLog(500);
      const seen = new Promise<void>((resolve) => {
        const watcher = watch(paths.sessions, (_, name) => {
          if (!name?.endsWith(".backup")) return;
          watcher.close();
          resolve();
        });
      });
      const { child, ended } = start(process.execPath, [migrator.file, file, "0"]);
      await seen;
      child.kill("SIGKILL");
      await ended;
      const left = await readFile(file);
      expect(left.equals(old) || left.equals(today)).toBe(true);
      expect(await backups()).toContainEqual(old);
      await (await jsonlArchive(paths, () => new Date(), undefined, fromOldest).open(id)).close();
      const read: SessionEvent[] = [];
      for await (const event of readLog(file)) read.push(event);
      expect(read).toEqual(eventsOf(500));
    }
  });
});
