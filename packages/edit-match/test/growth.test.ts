import { describe, expect, it } from "vitest";
import { applyEdit } from "../src/index.ts";

const large = 1_000_000;
/** Eight times the text may cost at most this many times more; quadratic work would cost 64 times. */
const maximumRatio = 20;
/** Below this many milliseconds a ratio says nothing. */
const noise = 40;

/** What this process spent; others on the machine do not count. */
function milliseconds(work: () => void): number {
  const before = process.cpuUsage().user;
  work();
  return (process.cpuUsage().user - before) / 1000;
}

const units = [
  ...["<", "{", '"', "\\", "`", "```\n", "> ", "“", "1", "1: \n", "//", " \n", "\t", "\n", "\r\n"],
  ...["a", "ab", "\uD83D", "北", "x = 1\n...\n", "- a\n+ b\n", "<<<<<<<\n=======\n", "&amp;", "\\n"],
];

describe("an edit of a megabyte of hostile text", () => {
  it.each(units.map((unit) => [JSON.stringify(unit), unit] as const))(
    "costs linear time for %s",
    (_name, unit) => {
      const work = (size: number) =>
        applyEdit(unit.repeat(Math.ceil(size / unit.length)), { old: `${unit.repeat(3)}zz`, new: "y" });
      const small = milliseconds(() => work(large / 8));
      const whole = milliseconds(() => work(large));
      expect(whole / Math.max(small, noise)).toBeLessThan(maximumRatio);
    },
  );
});
