import { describe, expect, it } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../test/daemon/event-loop.ts";
import { parseJson } from "../src/index.ts";

const nested = (depth: number, inner = "1") => "[".repeat(depth) + inner + "]".repeat(depth);

describe("JSON that somebody else wrote", () => {
  it.each([
    '{"a":[1,"[[[",{"b":"\\"]\\\\"}],"c":null}',
    "3",
    '"x"',
    nested(256),
    JSON.stringify(["[".repeat(3_000), { "{": '"'.repeat(300) }]),
  ])("is read as it is: %.40s", (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it.each([nested(257), '{"a":'.repeat(300), `{"a":${nested(300)}}`, `["\\\\",${nested(256)}]`])(
    "is refused where it is nested for nobody: %.40s",
    (text) => {
      expect(() => parseJson(text)).toThrow(/nested deeper than 256/);
    },
  );

  it("is refused where it is more objects and lists than anybody means", () => {
    const many = (count: number) => `[${"{},".repeat(count - 2)}{}]`;
    expect(parseJson(many(200_000))).toHaveLength(199_999);
    expect(() => parseJson(many(200_001))).toThrow(/more than 200000/);
    expect(parseJson(JSON.stringify("{".repeat(300_000)))).toHaveLength(300_000);
  });

  it("is refused where it is none", () => {
    for (const text of ["", "{", "[1,]", "[".repeat(100)]) expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it("holds nobody up, whatever it is", async () => {
    for (const text of [
      nested(500_000),
      "[".repeat(1_000_000),
      '"'.repeat(1_000_001),
      '"\\'.repeat(500_000),
      "[]".repeat(500_000),
    ]) {
      const { blockedMs } = await longestBlock(async () => {
        try {
          return parseJson(text);
        } catch {
          return undefined;
        }
      });
      expect(blockedMs, text.slice(0, 10)).toBeLessThan(longestBlockAllowed);
    }
  });
});
