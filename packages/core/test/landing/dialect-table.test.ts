import { describe, expect, it } from "vitest";
import { dialects } from "../../src/landing/calls/dialects/table.ts";

describe("the table of dialects", () => {
  it.each(dialects.filter(({ alone }) => alone).map((one) => [one.name, one] as const))(
    "%s stands in a reply where the walk stops for it",
    (_name, { begins, stops = [] }) => {
      const beginnings = [..."<[>abcdefghijklmnopqrstuvwxyz{\"'`-"].filter((char) => begins.test(char));
      const always = beginnings.every((char) => char === "<" || char === "[");
      expect(always || stops.length > 0).toBe(true);
    },
  );

  it("has each name once, and reads each dialect alone, between marks, or both", () => {
    expect(new Set(dialects.map(({ name }) => name)).size).toBe(dialects.length);
    expect(dialects.filter(({ alone, marked }) => !alone && !marked)).toEqual([]);
  });
});
