import { type Prompt, SessionId } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { SlotPins } from "../../src/llama-cpp/slot-pins.ts";

const system = { role: "system" as const, content: "shared" };
const conversation = (name: string, turns = 1): Prompt => ({
  tools: [],
  messages: [
    system,
    { role: "user", content: name },
    ...Array.from({ length: turns - 1 }, (_, turn) => ({
      role: "assistant" as const,
      content: `turn ${turn}`,
    })),
  ],
});

function pinsFor(slots: number): SlotPins {
  const pins = new SlotPins();
  pins.serverHas(slots);
  return pins;
}

describe("slots and conversations", () => {
  it("leaves the choice to a server with one slot", () => {
    expect(pinsFor(1).slotFor(conversation("a"))).toBeUndefined();
  });

  it("gives each conversation its own slot and keeps it while it grows", () => {
    const pins = pinsFor(2);
    const slots = [conversation("a"), conversation("b"), conversation("a", 2), conversation("b", 3)].map(
      (prompt) => pins.slotFor(prompt),
    );
    expect(slots).toEqual([0, 1, 0, 1]);
  });

  it("takes the slot of one that is over before that of one that only rests", () => {
    const asked = (release: boolean) => {
      const pins = pinsFor(2);
      const [first, second] = [SessionId.parse("s00000001"), SessionId.parse("s00000002")];
      pins.slotFor(conversation("asker"));
      pins.slotFor(conversation("helper"), first);
      if (release) pins.release(first);
      return pins.slotFor(conversation("helper"), second);
    };
    expect(asked(true)).toBe(1);
    expect(asked(false)).toBe(0);
  });

  it("gives a third one the slot that rested longest", () => {
    const pins = pinsFor(2);
    const order = ["a", "b", "a", "c", "a", "b"];
    expect(order.map((name) => pins.slotFor(conversation(name)))).toEqual([0, 1, 0, 1, 0, 1]);
  });

  it("stops pinning where the slots share one pool and a conversation finds its cache gone", () => {
    const pins = pinsFor(4);
    const turn = (name: string, cached: number) => {
      const slot = pins.slotFor(conversation(name));
      pins.noteReuse(conversation(name), { prompt: 1000, cached });
      return slot;
    };
    expect([turn("a", 0), turn("b", 900), turn("a", 990)]).toEqual([0, 1, 0]);
    expect(turn("b", 0)).toBe(1);
    expect(turn("a", 990)).toBeUndefined();
  });

  it("does not blame the pins for a lone conversation or a server that does not count", () => {
    const pins = pinsFor(4);
    for (const usage of [
      { prompt: 1000, cached: 0 },
      { prompt: 1000, cached: 0 },
      { prompt: 1000 },
      undefined,
    ]) {
      expect(pins.slotFor(conversation("a"))).toBe(0);
      pins.noteReuse(conversation("a"), usage);
    }
    expect(pins.slotFor(conversation("a"))).toBe(0);
  });

  it("tells sessions apart that begin with the same words, and knows one whose beginning changed", () => {
    const pins = pinsFor(2);
    const [one, other] = [SessionId.parse("s00000001"), SessionId.parse("s00000002")];
    expect(pins.slotFor(conversation("same"), one)).toBe(0);
    expect(pins.slotFor(conversation("same"), other)).toBe(1);
    expect(pins.slotFor(conversation("compacted"), one)).toBe(0);
  });

  it("does not blame the slots for what a compaction gave up: that prompt is another one", () => {
    const pins = pinsFor(2);
    const turn = (name: string, usage: { prompt: number; cached: number }) => {
      pins.slotFor(conversation(name));
      pins.noteReuse(conversation(name), usage);
    };
    turn("a", { prompt: 3_000, cached: 0 });
    turn("b", { prompt: 3_000, cached: 0 });
    turn("a", { prompt: 900, cached: 17 });
    expect(pins.shared).toBe(false);
    turn("a", { prompt: 950, cached: 0 });
    expect(pins.shared).toBe(true);
  });

  it("blames the slots for what is lost between two, and not for what a restart of the server took", () => {
    const pins = pinsFor(2);
    const turn = (name: string, cached: number) => {
      pins.slotFor(conversation(name));
      pins.noteReuse(conversation(name), { prompt: 1_000, cached });
    };
    turn("a", 0);
    turn("b", 0);
    pins.forget();
    turn("a", 0);
    turn("b", 0);
    expect(pins.shared).toBe(false);
    expect(pins.slotFor(conversation("a"))).toBe(0);
    turn("a", 0);
    expect(pins.shared).toBe(true);
    expect(pins.slotFor(conversation("a"))).toBeUndefined();
  });
});
