import { describe, expect, it } from "vitest";
import { numbersIn } from "../../src/loadout/wizard/numbers-in.ts";

describe("numbers of a list", () => {
  it.each([
    ["", []],
    ["1", [0]],
    ["3, 1", [0, 2]],
    ["2-4 1", [0, 1, 2, 3]],
    ["1，2", [0, 1]],
    ["1,1", [0]],
    ["0", undefined],
    ["6", undefined],
    ["4-2", undefined],
    ["2-9", undefined],
    ["one", undefined],
    ["-1", undefined],
    ["1.5", undefined],
    ["99999999999", undefined],
  ])("%j", (answer, places) => {
    expect(numbersIn(answer, 5)).toEqual(places);
  });
});
