import type { SessionEvent } from "@kestrel/protocol";
import { contextLedger, emptySession, evolve, nothingLive } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { lensRows, tokensPerRow } from "../src/inspector/lens-rows.ts";
import { contextFill } from "../src/session/context-fill.ts";

import { approvedAndDone, fixingAdd, logged } from "./stage/story.ts";

const fold = (events: readonly SessionEvent[]) => events.reduce(evolve, emptySession);
const done = fold(logged([...fixingAdd, ...approvedAndDone]));
const waiting = fold(logged(fixingAdd));

describe("the window", () => {
  it("adds up to the server's own count", () => {
    const sum = contextLedger(done).blocks.reduce((total, { tokens }) => total + tokens, 0);
    expect(sum).toBe(2_140 + 262);
    expect(contextFill(done)).toMatchObject({ used: 2_402, estimated: false, full: false });
  });

  it("is hot as far as the last request found it in the cache", () => {
    const hot = contextLedger(done).blocks.reduce((total, block) => total + block.hot, 0);
    expect(hot).toBe(2_003);
    expect(contextLedger(done).blocks[0]?.hot).toBe(contextLedger(done).blocks[0]?.tokens);
  });

  it("marks what came after the last count as an estimate", () => {
    expect(contextFill(waiting).estimated).toBe(true);
    // Its last call was repaired: what the history holds of that reply is another one than was counted.
    expect(contextFill(waiting).used).toBeGreaterThan(1_688);
    expect(contextLedger(waiting).blocks.at(-1)?.estimated).toBe(true);
  });

  it("takes the count of a prompt that is being read", () => {
    const live = { ...nothingLive, progress: { phase: "prompt" as const, processed: 10, total: 60_000 } };
    expect(contextFill(waiting, live)).toMatchObject({ used: 60_000, estimated: false, full: true });
  });

  it("is that of the model that answers now, unless a refusal has shown it to be wrong", () => {
    expect(contextFill(done).window).toBe(65_536);
    expect(contextFill(done, nothingLive, 4_096)).toMatchObject({ window: 4_096, full: false });
    expect(contextFill(done, nothingLive, 2_500).full).toBe(true);
    const refused = { ...done, window: 8_192, overruled: { told: 65_536 } };
    expect(contextFill(refused, nothingLive, 65_536).window).toBe(8_192);
    expect(contextFill(refused, nothingLive, 32_768).window).toBe(32_768);
  });

  it("is drawn in rows that hold every token once", () => {
    const blocks = contextLedger(done).blocks;
    const rows = lensRows(blocks, tokensPerRow(2_402, 16));
    expect(rows.flat().reduce((sum, piece) => sum + piece.tokens, 0)).toBe(2_402);
    expect(rows.length).toBeLessThanOrEqual(16);
    for (const row of rows.slice(0, -1)) {
      expect(row.reduce((sum, piece) => sum + piece.tokens, 0)).toBe(tokensPerRow(2_402, 16));
    }
  });
});
