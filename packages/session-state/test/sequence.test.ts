import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Sequence } from "../src/index.ts";

describe("a sequence", () => {
  it("behaves as an array that is copied on every change", () => {
    const change = fc.oneof(
      fc.record({ kind: fc.constant("append" as const), value: fc.integer() }),
      fc.record({ kind: fc.constant("replace" as const), value: fc.integer(), at: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.nat({ max: 3_000 }), fc.array(change, { maxLength: 60 }), (size, changes) => {
        let array = Array.from({ length: size }, (_, index) => index);
        let sequence = Sequence.from(array);
        for (const { kind, value, ...rest } of changes) {
          const before = sequence;
          const copy = [...array];
          if (kind === "append") {
            array = [...array, value];
            sequence = sequence.append(value);
          } else if (array.length > 0 && "at" in rest) {
            const at = (rest.at ?? 0) % array.length;
            array = array.with(at, value);
            sequence = sequence.replace(at, value);
          }
          expect([...before]).toEqual(copy);
        }
        expect([...sequence]).toEqual(array);
        expect([...sequence.backwards()]).toEqual([...array].reverse());
        expect(sequence.length).toBe(array.length);
        expect(sequence.last).toBe(array.at(-1));
        for (let index = -1; index <= array.length; index += 7) {
          expect(sequence.at(index)).toBe(index < 0 ? undefined : array[index]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("is the same where its first items were left where they are kept", () => {
    const sizes = fc.record({ size: fc.nat({ max: 3_000 }), first: fc.nat({ max: 70_000 }) });
    fc.assert(
      fc.property(sizes, fc.array(fc.integer(), { maxLength: 80 }), ({ size, first }, added) => {
        const items = Array.from({ length: size }, (_, index) => first + index);
        let sequence = Sequence.from(items, first);
        for (const item of added) sequence = sequence.append(item);
        const here = [...items, ...added];
        expect([...sequence]).toEqual(here);
        expect([...sequence.backwards()]).toEqual(here.toReversed());
        expect(sequence.length).toBe(first + here.length);
        expect(sequence.at(first - 1)).toBeUndefined();
        for (let at = 0; at < here.length; at += 7) expect(sequence.at(first + at)).toBe(here[at]);
        expect(sequence.replace(first - 1, 0)).toBe(sequence);
        if (here.length === 0) return;
        const changed = sequence.replace(first, -1);
        expect([...changed]).toEqual([-1, ...here.slice(1)]);
        expect(changed.sharedLength(sequence)).toBe(first);
        expect(sequence.sharedLength(sequence)).toBe(sequence.length);
        if (first === 0) return;
        expect(sequence.sharedLength(Sequence.from([0, ...here], first - 1))).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it("grows through its levels without losing anything", () => {
    const size = 32 ** 3 + 40;
    const sequence = Sequence.from(Array.from({ length: size }, (_, index) => index));
    for (const index of [0, 31, 32, 1_023, 1_024, 32_767, 32_768, size - 1])
      expect(sequence.at(index)).toBe(index);
    const changed = sequence.replace(1_024, -1);
    expect([changed.at(1_024), sequence.at(1_024)]).toEqual([-1, 1_024]);
  });
});
