import { describe, expect, it } from "vitest";
import { grammarSafe, grammarSafeAnswer } from "../../src/schema/grammar-safe.ts";
import type { Schema } from "../../src/schema/schema.ts";

const forbidden =
  /"(pattern|format|min\w+|max\w+|multipleOf|\$ref|\$defs|definitions|oneOf|anyOf|allOf|const|additionalProperties|default|title|\$schema|uniqueItems|not|if)":/;

const object = (properties: Schema, more: Schema = {}) => ({ type: "object", properties, ...more });

describe("the grammar-safe part of a tool's schema", () => {
  it("leaves a plain schema as it is, byte for byte", () => {
    const plain = {
      type: "object",
      properties: {
        path: { type: "string", description: "A file." },
        kind: { enum: ["a", "b"], type: "string" },
        lines: { type: "array", items: { type: "integer" } },
      },
      required: ["path"],
    };
    expect(JSON.stringify(grammarSafe(plain))).toBe(JSON.stringify(plain));
  });

  const cases: [string, Schema, Schema][] = [
    [
      "drops patterns, formats and limits, also inside arrays",
      object(
        {
          when: { type: "string", format: "date-time", minLength: 1, maxLength: 1_000_000 },
          tags: { type: "array", minItems: 1, maxItems: 9, items: { type: "string", pattern: "^\\d+$" } },
          count: { type: "integer", minimum: 0, exclusiveMaximum: 10, multipleOf: 2, default: 4 },
        },
        { additionalProperties: false, $schema: "https://json-schema.org/draft/2020-12/schema", title: "T" },
      ),
      object({
        when: { type: "string" },
        tags: { type: "array", items: { type: "string" } },
        count: { type: "integer" },
      }),
    ],
    [
      "keeps properties that are called like keywords",
      object(
        { pattern: { type: "string", pattern: "x" }, format: { type: "string" } },
        { required: ["pattern"] },
      ),
      object({ pattern: { type: "string" }, format: { type: "string" } }, { required: ["pattern"] }),
    ],
    [
      "puts what a reference names in its place",
      object(
        { at: { $ref: "#/$defs/Point", description: "Where." } },
        { $defs: { Point: object({ x: { type: "number" } }) } },
      ),
      object({ at: { ...object({ x: { type: "number" } }), description: "Where." } }),
    ],
    [
      "ends a circle of references in any object",
      { $ref: "#/$defs/Node", $defs: { Node: object({ next: { $ref: "#/$defs/Node" } }) } },
      object({ next: { type: "object" } }),
    ],
    [
      "takes a reference to elsewhere for any object",
      object({ x: { $ref: "https://e.org/s.json" } }),
      object({ x: { type: "object" } }),
    ],
    [
      "takes the one type that is not null",
      object({
        a: { type: ["string", "null"] },
        b: { anyOf: [{ type: "null" }, { type: "integer", minimum: 1 }] },
      }),
      object({ a: { type: "string" }, b: { type: "integer" } }),
    ],
    [
      "makes one list of choices of alternatives and constants",
      object({ a: { oneOf: [{ const: "x" }, { enum: ["y", "x"] }] }, b: { const: 3 } }),
      object({ a: { type: "string", enum: ["x", "y"] }, b: { type: "number", enum: [3] } }),
    ],
    [
      "makes one object of alternatives of objects, requiring what all require",
      {
        oneOf: [
          object({ a: { type: "string" }, c: { type: "string" } }, { required: ["a", "c"] }),
          object({ b: { type: "string" }, c: { type: "string" } }, { required: ["c", "b"] }),
        ],
      },
      object({ b: { type: "string" }, c: { type: "string" }, a: { type: "string" } }, { required: ["c"] }),
    ],
    [
      "joins what must hold together",
      {
        allOf: [
          object({ a: { type: "string" } }, { required: ["a"] }),
          object({ b: { type: "string" } }, { required: ["b"] }),
        ],
      },
      object({ b: { type: "string" }, a: { type: "string" } }, { required: ["a", "b"] }),
    ],
    [
      "takes the first of alternatives that have nothing in common",
      object({ a: { anyOf: [{ type: "string" }, { type: "array" }] } }),
      object({ a: { type: "string" } }),
    ],
    [
      "requires only what there is",
      object({ a: {} }, { required: ["a", "b"] }),
      object({ a: {} }, { required: ["a"] }),
    ],
    [
      "drops null and objects from choices, and lists that are too long",
      object({ a: { enum: [null, "x", {}] }, b: { enum: Array.from({ length: 300 }, (_, at) => at) } }),
      object({ a: { type: "string", enum: ["x"] }, b: { type: "number" } }),
    ],
    ["always gives an object at the top", {}, object({})],
    [
      "forgives what is no schema at all",
      object({ a: true, b: null, c: "string", d: { type: "file" } }),
      object({ a: {}, b: {}, c: {}, d: {} }),
    ],
  ];
  it.each(cases)("%s", (_story, schema, expected) => {
    const safe = grammarSafe(schema);
    expect(safe).toEqual(expected);
    const withoutNames = JSON.stringify(safe).replaceAll(/"(pattern|format)":\{/g, "");
    expect(withoutNames).not.toMatch(forbidden);
    expect(JSON.stringify(grammarSafe(safe))).toBe(JSON.stringify(safe));
  });

  it("stays small for a tangle of definitions that all name each other", () => {
    const names = Array.from({ length: 9 }, (_, at) => `D${at}`);
    const all = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
    const tangle = { ...object(all), $defs: Object.fromEntries(names.map((name) => [name, object(all)])) };
    expect(JSON.stringify(grammarSafe(tangle)).length).toBeLessThan(1_000_000);
  });

  it("keeps alternatives in a reply's own form", () => {
    const form = (name: string) => object({ name: { const: name }, path: { type: "string", pattern: "^/" } });
    expect(grammarSafeAnswer({ anyOf: [form("read"), form("shell")] })).toEqual({
      anyOf: ["read", "shell"].map((name) =>
        object({ name: { type: "string", enum: [name] }, path: { type: "string" } }),
      ),
    });
  });
});
