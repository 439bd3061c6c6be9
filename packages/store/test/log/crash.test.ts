import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rounds } from "../../../../test/soaking.ts";
import { chosenSeed, dice } from "../dice.ts";
import { buildFixture, type Fixture, start } from "../run-fixture.ts";
import { temporaryFolder } from "../temporary-data.ts";
import { everything, openLog, seqs, titled } from "./stories.ts";

let writer: Fixture;
let filler: Fixture;
beforeAll(async () => {
  writer = await buildFixture("write-log");
  filler = await buildFixture("fill-disk");
});
afterAll(async () => {
  await writer.remove();
  await filler.remove();
});

describe("a writer that is killed in the middle of big events", () => {
  it.each([
    ["200 B and 64 KiB", "200,65536", rounds(3, 300)],
    ["8 MiB", "8388608", rounds(2, 30)],
  ] as const)(
    "loses nothing it acknowledged, and the log goes on without a gap: events of %s",
    { timeout: rounds(120_000, 1_200_000) },
    async (_, sizes, kills) => {
      const roll = dice(chosenSeed());
      const folder = await temporaryFolder();
      let file = "";
      let acknowledged = 0;
      for (let kill = 0; kill < kills; kill++) {
        // A log of its own every ten kills: each is read whole after each kill.
        if (kill % 10 === 0) {
          if (file !== "") await rm(file);
          file = join(folder, `s${String(kill).padStart(8, "0")}.jsonl`);
          await writeFile(file, "");
          acknowledged = 0;
        }
        const last = 1 + roll(3);
        const { child, said, until, ended } = start(process.execPath, [writer.file, file, sizes]);
        await until((line) => line.endsWith(` ${last}`));
        child.kill("SIGKILL");
        await ended;
        const heard = said.map((line) => Number(line.split(" ")[0]));
        acknowledged = Math.max(acknowledged, ...heard);

        const log = await openLog(file);
        const numbers = await seqs(log);
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
        expect(numbers.length).toBeGreaterThanOrEqual(acknowledged);
        expect(log.damage()).toBeUndefined();
        await log.close();
      }
      // The kill does not always land inside a write: make sure that a torn tail was met at least once.
      const half = (await stat(file)).size - 1000;
      await truncate(file, half);
      const log = await openLog(file);
      const last = (await everything(log)).at(-1);
      expect(last?.body.type).toBe("log.repaired");
      expect((await readdir(dirname(file))).some((name) => name.includes(".torn-"))).toBe(true);
    },
  );
});

/** A file size limit makes the kernel cut a write short and refuse the next, as a full disk does, without being root. */
describe.skipIf(process.platform !== "linux")("a disk that fills up", () => {
  it("refuses what did not fit, leaves no trace of it, and goes on when there is room", async () => {
    const file = join(await temporaryFolder(), "s00000001.jsonl");
    await writeFile(file, "");
    const shell = `trap '' XFSZ; ulimit -S -f 64; exec "$0" "$@"`;
    const { child, said, until, ended } = start("bash", ["-c", shell, process.execPath, filler.file, file]);
    const pid = (await until((line) => line.startsWith("ready"))).split(" ")[1] ?? "";
    let answers = 0;
    const ask = async (length: number): Promise<string> => {
      const wanted = ++answers;
      child.stdin?.write(`${length}\n`);
      await until(() => said.length > wanted);
      return said[wanted] ?? "";
    };
    const limit = (size: string): void => {
      execFileSync("bash", ["-c", `prlimit --pid ${pid} --fsize=${size}`]);
    };

    expect(await ask(1000)).toBe("stored 1");
    let seq = 1;
    for (let cycle = 0; cycle < rounds(6, 20); cycle++) {
      expect(await ask(500_000)).toBe("refused log_unwritable");
      expect(await ask(10)).toBe(`stored ${++seq}`);
      limit("unlimited");
      expect(await ask(70_000)).toBe(`stored ${++seq}`);
      limit(`${(await stat(file)).size + 2000}:unlimited`);
    }
    child.stdin?.end();
    if (child.exitCode === null) await once(child, "exit");
    await ended;

    const log = await openLog(file);
    expect(await seqs(log)).toEqual(Array.from({ length: seq }, (_, index) => index + 1));
    expect(log.damage()).toBeUndefined();
    expect(await readdir(dirname(file))).toEqual(["s00000001.jsonl"]);
    expect((await log.append([titled("after")]))[0]?.seq).toBe(seq + 1);
  });
});
