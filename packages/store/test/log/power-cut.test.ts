import { type FileHandle, open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SessionEvent } from "@kestrel/protocol";
import { expect, it, onTestFinished } from "vitest";
import { rounds } from "../../../../test/soaking.ts";
import { mustBeOnDisk } from "../../src/log/stamp.ts";
import { chosenSeed, dice } from "../dice.ts";
import { quickFolder } from "../temporary-data.ts";
import { everything, openLog, said, seqs, titled } from "./stories.ts";

/** What a disk holds from then on, or what was promised of it. */
type Step =
  | { wrote: Buffer }
  | { cutTo: number }
  | { synced: true }
  | { acknowledged: readonly SessionEvent[] };

/** Bytes that a disk writes at once. */
const page = 4096;

/** Between Node and the disk: tells what was asked of it, and fails where `fails` says so. The handles of all files have one prototype. */
async function watchDisk(file: string, tell: (step: Step) => void, fails = () => false): Promise<void> {
  const some = await open(file, "r");
  const handles = Object.getPrototypeOf(some) as Record<string, (...given: never[]) => Promise<object>>;
  await some.close();
  const { write, truncate, datasync, sync } = handles;
  onTestFinished(() => void Object.assign(handles, { write, truncate, datasync, sync }));
  const syncing = (real: typeof sync) =>
    async function (this: FileHandle) {
      if (fails()) throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });
      const done = await real?.call(this);
      tell({ synced: true });
      return done;
    };
  Object.assign(handles, {
    async write(this: FileHandle, bytes: Buffer, ...where: never[]) {
      tell({ wrote: Buffer.from(bytes) });
      return write?.call(this, bytes as never, ...where);
    },
    async truncate(this: FileHandle, end: number) {
      tell({ cutTo: end });
      return truncate?.call(this, end as never);
    },
    datasync: syncing(datasync),
    sync: syncing(sync),
  });
}

/** Three that write at once: titles, which must be on the disk, between words of a reply, which need not. */
async function workedOn(file: string, roll: (limit: number) => number, tell: (step: Step) => void) {
  const log = await openLog(file);
  let refused = 0;
  const lane = async (name: number) => {
    for (let at = 0; at < 40; at++) {
      const text = `${name}.${at} ${"x".repeat(roll(9_000))}`;
      try {
        tell({ acknowledged: await log.append([roll(3) === 0 ? said(text) : titled(text)]) });
      } catch (error) {
        expect(error).toMatchObject({ code: "log_unwritable" });
        refused++;
      }
    }
  };
  await Promise.all([lane(0), lane(1), lane(2)]);
  await log.close();
  return refused;
}

/** What the disk may hold when the current fails behind those steps: what was synced, and of the rest any pages up to any length. */
function leftOf(steps: readonly Step[], roll: (limit: number) => number): Buffer {
  let [wanted, safe] = [Buffer.alloc(0), 0];
  for (const step of steps) {
    if ("wrote" in step) wanted = Buffer.concat([wanted, step.wrote]);
    if ("cutTo" in step) wanted = wanted.subarray(0, step.cutTo);
    if ("synced" in step) safe = wanted.length;
  }
  const left = Buffer.from(wanted.subarray(0, safe + roll(wanted.length - safe + 1)));
  for (let at = safe; at < left.length; at += page - (at % page))
    if (roll(2) === 0) left.fill(0, at, Math.min(left.length, at + page - (at % page)));
  return left;
}

it("has all that was acknowledged after 200 power cuts at any moment, whichever unsynced pages were written", {
  timeout: rounds(120_000, 600_000),
}, async () => {
  const roll = dice(chosenSeed());
  const folder = await quickFolder();
  const file = join(folder, "s00000001.jsonl");
  await writeFile(file, "");
  const steps: Step[] = [];
  let told = true;
  await watchDisk(file, (step) => told && steps.push(step));
  await workedOn(file, roll, (step) => steps.push(step));
  told = false;
  let torn = 0;
  for (let cut = 0; cut < rounds(200, 1_000); cut++) {
    const before = steps.slice(0, roll(steps.length + 1));
    const promised = before
      .flatMap((step) => ("acknowledged" in step ? step.acknowledged : []))
      .filter(mustBeOnDisk);
    const after = join(folder, `s${String(cut + 2).padStart(8, "0")}.jsonl`);
    const left = leftOf(before, roll);
    await writeFile(after, left);
    if (left.length > 0 && left.at(-1) !== 10) torn++;
    const log = await openLog(after);
    const found = new Map((await everything(log)).map((event) => [event.seq, event]));
    for (const event of promised) expect(found.get(event.seq)).toEqual(event);
    const [next] = await log.append([titled("after the cut")]);
    expect(next?.seq).toBeGreaterThan(Math.max(0, ...found.keys(), ...promised.map(({ seq }) => seq)));
    expect((await everything(log)).at(-1)).toEqual(next);
    await log.close();
  }
  expect(torn).toBeGreaterThan(10);
});

it("acknowledges nothing that the disk refused to keep, and what it acknowledged is read once each", async () => {
  const roll = dice(chosenSeed());
  const file = join(await quickFolder(), "s00000001.jsonl");
  await writeFile(file, "");
  const acknowledged: SessionEvent[] = [];
  const unsteady = { on: true };
  await watchDisk(
    file,
    () => undefined,
    () => unsteady.on && roll(4) === 0,
  );
  const refused = await workedOn(file, roll, (step) => {
    if ("acknowledged" in step) acknowledged.push(...step.acknowledged);
  });
  expect(refused).toBeGreaterThan(0);
  unsteady.on = false;
  const log = await openLog(file);
  const read = await everything(log);
  expect(read).toEqual(acknowledged.sort((one, other) => one.seq - other.seq));
  expect(await seqs(log)).toEqual(read.map((_, index) => index + 1));
  expect((await readFile(file, "utf8")).endsWith("\n")).toBe(true);
});
