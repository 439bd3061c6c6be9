import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { SessionEvent } from "@kestrel/protocol";
import { beforeAll, describe, expect, it } from "vitest";
import { rounds } from "../../../../test/soaking.ts";
import { JsonlEventLog } from "../../src/index.ts";
import { chosenSeed, dice } from "../dice.ts";
import { quickFolder } from "../temporary-data.ts";
import { everything, lineEnds, openLog, titled, twenty } from "./stories.ts";

let whole: Buffer;
let stored: SessionEvent[];
let ends: number[];

async function logWith(bytes: Buffer): Promise<string> {
  const file = join(await quickFolder(), "s00000001.jsonl");
  await writeFile(file, bytes);
  return file;
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-store-"));
  const file = join(folder, "s00000001.jsonl");
  await writeFile(file, "");
  const log = await JsonlEventLog.open(file);
  await log.append(twenty);
  stored = await everything(log);
  await log.close();
  whole = await readFile(file);
  ends = await lineEnds(file);
  await rm(folder, { recursive: true });
});

describe("a log cut anywhere", () => {
  it("is its whole lines, then the repair, then the next event; what was cut off is kept", async () => {
    const file = await logWith(whole);
    const kept = file.replace(".jsonl", ".torn-1");
    for (let cut = whole.length; cut >= 0; cut--) {
      await writeFile(file, whole.subarray(0, cut));
      const lines = ends.filter((end) => end <= cut).length;
      const torn = cut - (ends[lines - 1] ?? 0);
      const log = await openLog(file);
      await log.append([titled("next")]);
      const events = await everything(log);
      await log.close();

      expect(events.slice(0, lines)).toEqual(stored.slice(0, lines));
      const after = events.slice(lines).map(({ seq, body }) => ({ seq, body }));
      const next = { seq: lines + (torn > 0 ? 2 : 1), body: titled("next") };
      const repair = { seq: lines + 1, body: { type: "log.repaired", bytes: torn } };
      expect(after).toEqual(torn > 0 ? [repair, next] : [next]);
      if (torn === 0) continue;
      expect(await readFile(kept)).toEqual(whole.subarray(cut - torn, cut));
      await rm(kept);
    }
    expect(await readdir(dirname(file))).toEqual([basename(file)]);
  });

  it("is its whole lines at random places of a log of eight mebibytes, too", {
    timeout: rounds(120_000, 600_000),
  }, async () => {
    const file = await logWith(Buffer.alloc(0));
    const big = await openLog(file);
    for (let event = 0; event < 128; event++) await big.append([titled(`${event}:`.padEnd(65_536, "x"))]);
    await big.close();
    const bytes = await readFile(file);
    const [titles, places] = [await everything(await openLog(file)), await lineEnds(file)];
    const roll = dice(chosenSeed());
    for (let round = 0; round < rounds(20, 200); round++) {
      const cut = roll(bytes.length);
      const copy = await logWith(bytes.subarray(0, cut));
      const log = await openLog(copy);
      const events = await everything(log);
      const lines = places.filter((end) => end <= cut).length;
      expect(events.slice(0, lines)).toEqual(titles.slice(0, lines));
      expect(events.slice(lines).map(({ body }) => body.type)).toEqual(
        cut === (places[lines - 1] ?? 0) ? [] : ["log.repaired"],
      );
      await log.close();
      await rm(dirname(copy), { recursive: true });
    }
  });

  it("never overwrites what an earlier repair kept", async () => {
    const file = await logWith(whole.subarray(0, whole.length - 3));
    await (await JsonlEventLog.open(file)).close();
    await appendFile(file, "second");
    await (await JsonlEventLog.open(file)).close();
    expect(await readFile(file.replace(".jsonl", ".torn-2"), "utf8")).toBe("second");
  });

  it("is repaired once, not at every opening", async () => {
    const file = await logWith(whole.subarray(0, whole.length - 3));
    await (await JsonlEventLog.open(file)).close();
    const repaired = await readFile(file);
    await (await JsonlEventLog.open(file)).close();
    expect(await readFile(file)).toEqual(repaired);
  });
});

describe("a log damaged in the middle", () => {
  const seed = chosenSeed();

  /** Reads a damaged copy: untouched lines are all there, nothing that never was is, and what is missing is told. */
  async function survives(bytes: Buffer, touched: ReadonlySet<number>): Promise<void> {
    const log = await openLog(await logWith(bytes));
    const all = await everything(log);
    const events = all.filter(({ body }) => body.type !== "log.repaired");
    const read = new Map(events.map((event) => [event.seq, event]));
    const damage = log.damage();
    await log.close();
    expect(read.size).toBe(events.length);
    for (const event of events) expect(event).toEqual(stored[event.seq - 1]);
    const lost = stored.flatMap((event, index) => (read.has(event.seq) ? [] : [index]));
    expect(lost.filter((index) => !touched.has(index))).toEqual([]);
    const told = (damage?.missing ?? 0) + (damage?.lines ?? 0) + all.length - events.length;
    if (lost.length > 0) expect(told).toBeGreaterThan(0);
  }

  const lineOf = (offset: number): number => ends.findIndex((end) => offset < end);

  it("loses only the lines that a flipped bit touched, and says so", async () => {
    const roll = dice(seed);
    for (let round = 0; round < 1000; round++) {
      const bytes = Buffer.from(whole);
      const offset = roll(bytes.length);
      bytes[offset] = (bytes[offset] ?? 0) ^ (1 << roll(8));
      const line = lineOf(offset);
      const glued = ends.includes(offset + 1) ? [line, line + 1] : [line];
      await survives(bytes, new Set(glued.filter((index) => index < 20)));
    }
  });

  it("reads what follows a run of NULs", async () => {
    const roll = dice(seed + 1);
    for (let round = 0; round < 100; round++) {
      const bytes = Buffer.from(whole);
      const length = 200 + roll(501);
      const start = roll(bytes.length - length);
      bytes.fill(0, start, start + length);
      const first = lineOf(start);
      const count = lineOf(start + length - 1) - first + 1;
      await survives(bytes, new Set(Array.from({ length: count }, (_, index) => first + index)));
    }
  });

  it("reads a record that was written right behind a run of NULs", async () => {
    const half = ends[9] ?? 0;
    const bytes = Buffer.concat([whole.subarray(0, half), Buffer.alloc(512), whole.subarray(half)]);
    const log = await openLog(await logWith(bytes));
    expect(await everything(log)).toEqual(stored);
  });

  it("notices deleted lines", async () => {
    const roll = dice(seed + 2);
    for (let round = 0; round < 100; round++) {
      const gone = roll(19);
      const bytes = Buffer.concat([whole.subarray(0, ends[gone - 1] ?? 0), whole.subarray(ends[gone])]);
      await survives(bytes, new Set([gone]));
    }
  });

  it("never gives a broken last line's number to another event", async () => {
    const bytes = Buffer.from(whole);
    bytes[bytes.length - 30] = 0x07;
    const log = await openLog(await logWith(bytes));
    expect((await log.append([titled("next")]))[0]?.seq).toBe(21);
    await everything(log);
    expect(log.damage()).toEqual({ lines: 1, missing: 1 });
  });
});
