import { describe, expect, it } from "vitest";
import { findCapabilities } from "../../src/catalog/find-capabilities.ts";

const words = "opens a ticket in the repository with these words and sends its number back ".repeat(60);
const many = (count: number, units: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `server${at >> 9}/tool_${at}`,
    signature: `tool_${at}(title: string)`,
    words: `${at === 1_999 ? "Photographs the moon. " : ""}${words.slice(0, units)}`,
  }));

function cpu(does: () => unknown): number {
  const before = process.cpuUsage();
  for (let round = 0; round < 4; round++) does();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

describe("a search among what sixteen servers offer at their longest", () => {
  it("takes no longer than one among what is always searched", () => {
    const usual = many(128, 4_000);
    const most = many(8_192, 4_000);
    findCapabilities(usual, "moon");
    // Measured: 1.4 to 2. Reading all of it took 60 times as long.
    expect(
      cpu(() => findCapabilities(most, "moon")) / cpu(() => findCapabilities(usual, "moon")),
    ).toBeLessThan(5);
  });

  it("finds what is said first about each of two thousand", () => {
    const [hit, ...others] = findCapabilities(many(8_192, 4_000), "photograph of the moon");
    expect(hit?.name).toBe("server3/tool_1999");
    expect(others).toEqual([]);
  });
});
