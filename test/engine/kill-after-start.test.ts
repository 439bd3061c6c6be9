import { describe, it } from "vitest";
import { killAfterStart } from "../daemon/kill-after-start.ts";
import { killInWrite } from "../daemon/kill-in-write.ts";
import { testEngine } from "../machine.ts";

describe.skipIf(testEngine === undefined || process.platform !== "linux")("kill -9 beside a call", () => {
  it("runs it at most once, and answers its call", async () => {
    await killAfterStart(5);
  });

  it("in the middle of a write leaves a whole file or none, and the next start knows which", async () => {
    const { whole, found } = await killInWrite(6);
    console.log(`kills in a write: of 6 files ${whole} were there, ${found} told of by the next start`);
  });
});
