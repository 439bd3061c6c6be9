import { describe, expect, it } from "vitest";
import { Pauses } from "../src/pauses.ts";
import { Rate } from "../src/rates.ts";

describe("pauses between connections", () => {
  it("double from one second to five minutes, and each is between half and whole", () => {
    const [low, high] = [new Pauses(), new Pauses()];
    expect(Array.from({ length: 11 }, () => low.after(0, 0))).toEqual([
      ...[500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 150_000, 150_000],
    ]);
    expect(high.after(0, 1)).toBe(1_000);
  });

  it("begin anew only after two minutes of health", () => {
    const pauses = new Pauses();
    for (let count = 0; count < 5; count++) pauses.after(0, 1);
    pauses.begin(0);
    pauses.up(0);
    expect(pauses.after(119_000, 1)).toBe(32_000);
    expect(pauses.failures).toBe(6);
    pauses.begin(200_000);
    pauses.up(200_000);
    expect(pauses.after(320_000, 1)).toBe(1_000);
    expect(pauses.failures).toBe(1);
  });

  it("make at most 15 tries in ten minutes of refusals", () => {
    const pauses = new Pauses();
    let [now, tries] = [0, 0];
    while (now < 600_000) {
      pauses.begin(now);
      tries++;
      now += pauses.after(now, 0);
    }
    expect(tries).toBeLessThanOrEqual(15);
  });

  it("keep to the connections of a day", () => {
    const pauses = new Pauses(3);
    expect([1, 2, 3, 4].map((now) => pauses.begin(now))).toEqual([true, true, true, false]);
    expect(pauses.begin(86_400_002)).toBe(true);
  });
});

describe("a rate", () => {
  it("slides: the 61st within a minute is refused, with the time until there is room", () => {
    const rate = new Rate(60);
    for (let count = 0; count < 60; count++) expect(rate.take(count * 100).ok).toBe(true);
    expect(rate.take(30_000)).toEqual({ ok: false, afterMs: 30_000 });
    expect(rate.take(60_000).ok).toBe(true);
    expect(rate.take(60_001).ok).toBe(false);
  });
});
