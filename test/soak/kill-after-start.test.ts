import { randomInt } from "node:crypto";
import { describe, expect, it } from "vitest";
import { killAfterStart } from "../daemon/kill-after-start.ts";
import { killInWrite } from "../daemon/kill-in-write.ts";
import { testEngine } from "../machine.ts";

describe.skipIf(testEngine === undefined || process.platform !== "linux")("kill -9 beside a command", () => {
  it("runs it at most once, and answers its call, 100 times", async () => {
    const seed = Number(process.env.KESTREL_SEED ?? randomInt(1_000_000));
    console.log(`kills after a start: seed ${seed}`);
    await killAfterStart(100, seed);
  });

  it("a hundred times in the middle of a write leaves whole files or none, and the next start knows which", async () => {
    const seed = Number(process.env.KESTREL_SEED ?? randomInt(1_000_000));
    const { whole, found } = await killInWrite(100, seed);
    console.log(
      `kills in a write: seed ${seed}, ${whole} files were there, ${found} told of by the next start`,
    );
    expect(whole).toBeGreaterThan(0);
    expect(whole).toBeLessThan(100);
  });
});
