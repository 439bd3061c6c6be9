import { givenSession, says } from "@kestrel/core/testing";
import type { Progress } from "@kestrel/protocol";
import { contextLedger, nothingLive, withLiveEvent, withLiveFrame } from "@kestrel/session-state";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const reading = fc.record({
  phase: fc.constantFrom<Progress["phase"]>("prompt", "prompt", "prompt", "queued", "loading"),
  processed: fc.nat(3_000),
  total: fc.integer({ min: 1, max: 3_000 }),
  cached: fc.nat(3_000),
});

describe("reading", () => {
  it("never moves backwards within a reply, as a client sees it, whatever a server reports", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(reading, { maxLength: 20 }), async (reported) => {
        const chunks = reported.map((progress) => ({ kind: "progress" as const, progress }));
        const session = await givenSession({ replies: [[...chunks, says("Well.")]] });
        let live = nothingLive;
        let furthest = 0;
        // A listener that throws would only end the turn.
        const wrong: unknown[] = [];
        session.session.watch((news) => {
          live =
            news.kind === "event" ? withLiveEvent(live, news.event.body) : withLiveFrame(live, news.frame);
          const { progress } = live;
          if (progress?.phase !== "prompt" || !progress.total) return;
          const read = (progress.processed ?? 0) / progress.total;
          if (read < furthest) wrong.push({ read, furthest });
          furthest = read;
          const ledger = contextLedger(session.session.state(), live);
          if (ledger.used !== progress.total) wrong.push({ used: ledger.used, progress });
          const hot = ledger.blocks.reduce((sum, block) => sum + block.hot, 0);
          if (hot > (progress.cached ?? 0)) wrong.push({ hot, progress });
        });
        await session.says("hi");
        expect(wrong).toEqual([]);
        const best = reported.filter(({ phase }) => phase === "prompt");
        expect(furthest).toBe(Math.max(0, ...best.map(({ processed, total }) => processed / total)));
      }),
      { numRuns: 200 },
    );
  });
});
