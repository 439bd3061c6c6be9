import { describe, expect, it } from "vitest";
import { keyBefore, noteKeys } from "../src/approval/key-times.ts";
import { firstUnseen, type Stretches, unseenHeight, withStretch } from "../src/approval/seen-stretches.ts";

/** A text of 1,000 px, shown in these stretches one after the other. */
const unseenAfter = (...shown: [number, number][]) =>
  firstUnseen(
    shown.reduce<Stretches>((seen, [from, to]) => withStretch(seen, from, to), []),
    1000,
  );

describe("what was seen of a question", () => {
  it.each([
    ["all of it at once", [[0, 1000]], undefined],
    [
      "page after page",
      [
        [0, 400],
        [390, 790],
        [780, 1000],
      ],
      undefined,
    ],
    [
      "from the end to the beginning",
      [
        [600, 1000],
        [300, 700],
        [0, 300],
      ],
      undefined,
    ],
    [
      "with a line's rounding between the pages",
      [
        [0, 500],
        [503, 1000],
      ],
      undefined,
    ],
    ["nothing", [], 0],
    ["only its beginning", [[0, 400]], 400],
    ["only its end", [[700, 1000]], 0],
    [
      "beginning and end, and a jump over the middle",
      [
        [0, 400],
        [600, 1000],
      ],
      400,
    ],
    ["a stretch of no height", [[0, 0]], 0],
  ] as [string, [number, number][], number | undefined][])("%s", (_, shown, unseen) => {
    expect(unseenAfter(...shown)).toBe(unseen);
  });
});

describe("what was skipped of a question", () => {
  it("is all that was never on the screen, wherever it stood", () => {
    const seen = withStretch(withStretch([], 0, 200), 500, 700);
    expect(unseenHeight(seen, 1_000)).toBe(600);
    expect(unseenHeight([[0, 1_200]], 1_000)).toBe(0);
    expect(unseenHeight([], 1_000)).toBe(1_000);
  });
});

describe("the key before this one", () => {
  it("is known within a key's own event, wherever it was pressed", () => {
    const page = new EventTarget();
    noteKeys(page as unknown as Window);
    const seen: (number | undefined)[] = [];
    page.addEventListener("keydown", () => seen.push(keyBefore()));
    const start = Date.now();
    for (let presses = 0; presses < 3; presses++) page.dispatchEvent(new Event("keydown"));
    expect(seen[0]).toBeUndefined();
    expect(seen[1]).toBeGreaterThanOrEqual(start);
    expect(seen[2]).toBeGreaterThanOrEqual(seen[1] ?? Number.POSITIVE_INFINITY);
  });
});
