import { describe, expect, it } from "vitest";
import { killAfterStart } from "../daemon/kill-after-start.ts";
import { killInWrite } from "../daemon/kill-in-write.ts";
import { testEngine } from "../machine.ts";

describe.skipIf(testEngine === undefined || process.platform !== "linux")("kill -9 beside a command", () => {
  it("runs it at most once, and answers its call, 100 times", async () => {
    await killAfterStart(100);
  });

  it("a hundred times in the middle of a write leaves whole files or none, and the next start knows which", async () => {
    const { whole, found } = await killInWrite(100);
    console.log(`kills in a write: ${whole} files were there, ${found} told of by the next start`);
    expect(whole).toBeGreaterThan(0);
    expect(whole).toBeLessThan(100);
  });
});
