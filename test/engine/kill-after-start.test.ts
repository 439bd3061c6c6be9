import { randomInt } from "node:crypto";
import { describe, it } from "vitest";
import { killAfterStart } from "../daemon/kill-after-start.ts";
import { killInWrite } from "../daemon/kill-in-write.ts";
import { testEngine } from "../machine.ts";

describe.skipIf(testEngine === undefined || process.platform !== "linux")("kill -9 beside a call", () => {
  it("runs it at most once, and answers its call", async () => {
    const seed = Number(process.env.KESTREL_SEED ?? randomInt(1_000_000));
    console.log(`kills after a start: seed ${seed}`);
    await killAfterStart(5, seed);
  });

  it("in the middle of a write leaves a whole file or none, and the next start knows which", async () => {
    const seed = Number(process.env.KESTREL_SEED ?? randomInt(1_000_000));
    const { whole, found } = await killInWrite(6, seed);
    console.log(
      `kills in a write: seed ${seed}, of 6 files ${whole} were there, ${found} told of by the next start`,
    );
  });
});
