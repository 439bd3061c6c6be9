import { expect, it } from "vitest";
import { ServerWaits } from "../../src/chat/server-waits.ts";

it("what a server wishes is waited for four minutes at most, whatever it names", () => {
  const waited = (retry_after: number) => {
    const waits = new ServerWaits(0);
    let sum = 0;
    for (;;) {
      const wait = waits.after({
        kind: "failed",
        detail: "",
        failure: { code: "busy", params: { status: 503, retry_after } },
      });
      if (!wait) return sum;
      sum += wait.milliseconds;
    }
  };
  expect([1, 80, 120, 121].map(waited)).toEqual([3_000, 240_000, 240_000, 0]);
});
