import { describe, expect, it } from "vitest";
import type { Limits } from "../src/port.ts";
import { lengthIn, splitText } from "../src/split-text.ts";

/** A row of numbers that is the same at every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const signs = [
  "a",
  "b ",
  "\n",
  "\n\n",
  "鸟",
  "。",
  "👩‍👩‍👧",
  "🐦",
  "e\u0301",
  "```\n",
  ". ",
  "\ud83c\uddfa\ud83c\uddf8",
  "\r\n",
];
const limits: Limits[] = [
  { unit: "utf16", count: 4_096 },
  { unit: "utf16", count: 40 },
  { unit: "bytes", count: 400 },
  { unit: "points", count: 60 },
];

describe("a text that is split", () => {
  it.each(limits)("is within %j, whole, and never cut inside a code point", (limit) => {
    for (let seed = 1; seed <= 40; seed++) {
      const roll = dice(seed);
      const text = Array.from({ length: 600 }, () => signs[Math.floor(roll() * signs.length)]).join("");
      const pieces = splitText(text, limit);
      expect(pieces.join("")).toBe(text);
      for (const piece of pieces) {
        expect(lengthIn(limit.unit, piece)).toBeLessThanOrEqual(limit.count);
        expect(() => encodeURIComponent(piece)).not.toThrow();
        expect(piece).not.toBe("");
      }
    }
  });

  it("of 100 kB without any seam is split as well, and quickly", () => {
    const text = "鸟🐦".repeat(20_000);
    const pieces = splitText(text, { unit: "utf16", count: 4_096 });
    expect(pieces.join("")).toBe(text);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(4_096);
  });

  it("is cut at a paragraph before a line, and at a line before a word", () => {
    const text = `${"word ".repeat(12)}\n\n${"more ".repeat(4)}`;
    const [first] = splitText(text, { unit: "utf16", count: 70 });
    expect(first).toBe(`${"word ".repeat(12)}\n\n`);
  });

  it("keeps what a person sees as one sign in one piece where it can", () => {
    const pieces = splitText("👩‍👩‍👧".repeat(30), { unit: "utf16", count: 20 });
    expect(pieces.every((piece) => piece.startsWith("👩") && !piece.endsWith("\u200d"))).toBe(true);
  });
});
