import { randomInt } from "node:crypto";
import { describe, it } from "vitest";
import { killAfterStart } from "../daemon/kill-after-start.ts";
import { testEngine } from "../machine.ts";

describe.skipIf(testEngine === undefined || process.platform !== "linux")("kill -9 beside a command", () => {
  it("runs it at most once, and answers its call", async () => {
    const seed = Number(process.env.KESTREL_SEED ?? randomInt(1_000_000));
    console.log(`kills after a start: seed ${seed}`);
    await killAfterStart(5, seed);
  });
});
