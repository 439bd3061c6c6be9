import { needWith, windowsOf } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { parametersText } from "../src/features/engine/parameters-text.ts";
import { numbersIn } from "../src/i18n/numbers.ts";

const memory = { window: 32_768, weights: 1000, cache: 3200, perThousand: 100 };

describe("loading a model", () => {
  it("offers the windows it was trained for, its own largest and the one it runs with", () => {
    expect(windowsOf({ trainedWindow: 40_960, memory })).toEqual([4_096, 8_192, 16_384, 32_768, 40_960]);
    expect(windowsOf({ trainedWindow: 4_096 }, 65_536)).toEqual([4_096, 65_536]);
    expect(windowsOf({}).at(-1)).toBe(32_768);
  });

  it("tells what another window takes, and never less than nothing", () => {
    expect(needWith(memory, 33_768)).toEqual({ weights: 1000, cache: 3300 });
    expect(needWith(memory, 4_096).cache).toBeLessThan(memory.cache);
    expect(needWith({ ...memory, cache: 0 }, 4_096).cache).toBe(0);
  });

  it("writes sizes and windows as people do", () => {
    const { bytes, window } = numbersIn("en");
    expect([bytes(18_575_000_000), bytes(98_566_144), bytes(900 * 2 ** 20), bytes(2048), bytes(21)]).toEqual([
      "17.3 GiB",
      "94.0 MiB",
      "900 MiB",
      "2.0 KiB",
      "21 B",
    ]);
    const { speed } = numbersIn("en");
    expect(
      [8_190_000_000, 999_600_000, 270_000_000, 3_200_000, 14_336].map((one) => parametersText(one, speed)),
    ).toEqual(["8.2 B", "1.0 B", "270 M", "3.2 M", "14 k"]);
    expect([window(65_536), window(40_960), window(50_000)]).toEqual(["64k", "40k", "50k"]);
  });
});
