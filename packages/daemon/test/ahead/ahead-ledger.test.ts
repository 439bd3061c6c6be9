import { SessionId } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { AheadLedger } from "../../src/ahead/ahead-ledger.ts";

const one = SessionId.parse("s00000001");
const other = SessionId.parse("s00000002");
const nothing = { read: 0, gained: 0, wasted: 0 };

describe("what reading ahead came to", () => {
  it("is what the next request of that session found beyond what it had, the first read first", () => {
    const ledger = new AheadLedger();
    ledger.note(one, "settle", { read: 200, cached: 1_000, whole: true });
    ledger.note(one, "draft", { read: 500, cached: 1_200, whole: true });
    ledger.noteReply(other, { cached: 5_000, prompt: 6_000 });
    ledger.noteReply(one, { cached: 1_450, prompt: 1_800 });
    expect(ledger.sums()).toEqual({
      settle: { read: 200, gained: 200, wasted: 0 },
      draft: { read: 500, gained: 250, wasted: 250 },
      warm: nothing,
    });
    ledger.noteReply(one, { cached: 1_800, prompt: 1_900 });
    expect(ledger.sums().draft.gained).toBe(250);
  });

  it("is not judged where the server does not count, and waste where the cache is gone", () => {
    const ledger = new AheadLedger();
    ledger.note(one, "warm", { read: 300, cached: 0, whole: false });
    ledger.noteReply(one, { prompt: 400 });
    expect(ledger.sums().warm).toEqual({ read: 300, gained: 0, wasted: 0 });
    ledger.lost(other);
    expect(ledger.sums().warm.wasted).toBe(0);
    ledger.lost();
    expect(ledger.sums().warm).toEqual({ read: 300, gained: 0, wasted: 300 });
  });
});
