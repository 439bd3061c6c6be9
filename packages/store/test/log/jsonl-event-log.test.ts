import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventLogContract } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../temporary-data.ts";
import { everything, openLog, said, seqs, titled, twenty } from "./stories.ts";

async function emptyFile(): Promise<string> {
  const file = join(await temporaryFolder(), "s00000001.jsonl");
  await writeFile(file, "");
  return file;
}

describe("the log on disk keeps the promises of EventLog", () => {
  const promises = eventLogContract(async () => {
    const file = await emptyFile();
    return { log: await openLog(file), reopen: () => openLog(file) };
  });

  it.each(promises)("$name", ({ run }) => run());
});

describe("a line of the log", () => {
  it("is one line whatever is in the text", async () => {
    const file = await emptyFile();
    const log = await openLog(file);
    await log.append(twenty);
    await log.close();
    expect((await readFile(file)).filter((byte) => byte === 10)).toHaveLength(20);
  });

  it("keeps the clock's time but the order of the numbers", async () => {
    const file = await emptyFile();
    const clock = ["2036-01-01T00:00:00.000Z", "1999-01-01T00:00:00.000Z"];
    const log = await openLog(file, () => new Date(clock.shift() ?? 0));
    await log.append([titled("later")]);
    await log.append([titled("earlier")]);
    const events = await everything(log);
    expect(events.map(({ seq, at }) => [seq, at])).toEqual([
      [1, "2036-01-01T00:00:00.000Z"],
      [2, "1999-01-01T00:00:00.000Z"],
    ]);
  });

  it("may be 16 MiB long", async () => {
    const file = await emptyFile();
    const log = await openLog(file);
    await log.append([titled("x".repeat(16 << 20)), titled("after")]);
    await log.close();
    const again = await openLog(file);
    expect((await again.append([titled("next")]))[0]?.seq).toBe(3);
    expect(await seqs(again)).toEqual([1, 2, 3]);
  });
});

describe("a log from a newer Kestrel", () => {
  const newer =
    '{"v":1,"seq":2,"at":"2026-01-01T00:00:00.000Z","body":{"type":"mood.changed","to":"better"}}';

  it("is read around, never rewritten, and its numbers count", async () => {
    const file = await emptyFile();
    const first = await openLog(file);
    await first.append([titled("a")]);
    await first.close();
    await appendFile(file, `${newer}\n`);
    const before = await readFile(file);

    const log = await openLog(file);
    expect(await readFile(file)).toEqual(before);
    expect((await log.append([titled("b")]))[0]?.seq).toBe(3);
    expect(await seqs(log)).toEqual([1, 3]);
    expect(log.damage()).toBeUndefined();
    expect((await readFile(file)).subarray(0, before.length)).toEqual(before);
  });

  it("may carry fields this one does not know; one in a later format is only read, and says so", async () => {
    const file = await emptyFile();
    const known =
      '{"v":1,"seq":1,"at":"2026-01-01T00:00:00.000Z","mood":1,"body":{"type":"session.titled","title":"a","b":2}}';
    const later = '{"v":2,"seq":2,"at":7,"body":{"type":"session.titled"}}';
    await writeFile(file, `${known}\n${later}\n`);
    const log = await openLog(file);
    expect((await everything(log)).map((event) => event.body)).toEqual([titled("a")]);
    // A session takes nothing more then, as of any damaged log.
    expect(log.damage()).toEqual({ lines: 1, missing: 0 });
    expect(await readFile(file, "utf8")).toBe(`${known}\n${later}\n`);
  });
});

describe("reading on from a number", () => {
  it("finds its place in a long log without losing or doubling an event", async () => {
    const file = await emptyFile();
    const log = await openLog(file);
    for (let round = 0; round < 9; round++) {
      await log.append(Array.from({ length: 300 }, (_, index) => said(`${round}/${index} ü`)));
    }
    const all = Array.from({ length: 2700 }, (_, index) => index + 1);
    for (const after of [0, 1, 511, 512, 513, 1023, 1024, 2047, 2560, 2699, 2700]) {
      expect(await seqs(log, after)).toEqual(all.slice(after));
    }
    await log.close();
    const again = await openLog(file);
    expect(await seqs(again)).toEqual(all);
    expect(await seqs(again, 2048)).toEqual(all.slice(2048));
  });

  it("is not disturbed by appends that come meanwhile", async () => {
    const log = await openLog(await emptyFile());
    await log.append([titled("a"), titled("b")]);
    const seen: number[] = [];
    for await (const event of log.read()) {
      await log.append([titled("meanwhile")]);
      seen.push(event.seq);
    }
    expect(seen).toEqual([1, 2]);
    expect(await seqs(log)).toEqual([1, 2, 3, 4]);
  });
});

describe("an append", () => {
  it("shares one write with those that wait with it", async () => {
    const file = await emptyFile();
    const log = await openLog(file);
    const sizes = new Set<number>();
    const asked = Array.from({ length: 500 }, (_, index) =>
      log.append([said(`${index}`)]).then(async () => sizes.add((await stat(file)).size)),
    );
    await Promise.all(asked);
    expect(sizes.size).toBe(1);
  });
});
