import { describe, expect, it } from "vitest";
import { duplicateKey } from "../src/json/duplicate-key.ts";

const rows: [name: string, json: string, key: string | undefined][] = [
  ["two of one object", '{"a":1,"b":2,"a":3}', "a"],
  ["two with blanks around", '{ "a" : 1 ,\n "a" : 1 }', "a"],
  ["two deep inside", '[{"a":[{"b":1,"c":{},"b":2}]}]', "b"],
  ["two around an object", '{"a":{"b":1},"a":2}', "a"],
  ["two around a list", '{"a":[1,{"b":2}],"a":2}', "a"],
  ["an escaped one and a plain one", '{"\\u0061":1,"a":2}', "a"],
  ["two with an escaped quote", '{"a\\"":1,"a\\"":2}', 'a"'],
  ["two called __proto__", '{"__proto__":1,"__proto__":2}', "__proto__"],
  ["the first of several", '{"a":1,"b":1,"b":2,"a":2}', "b"],
  ["one key in two objects", '[{"a":1},{"a":2}]', undefined],
  ["one key in an object and one inside it", '{"a":{"a":{"a":1}}}', undefined],
  ["a key and the same text as value", '{"a":"b","b":"a","c":["a","a","c"]}', undefined],
  ["a text with braces and commas", '{"a":"{\\"a\\":1,","b":",\\\\"}', undefined],
  ["no object", '["a","a",1]', undefined],
];

describe("a key that one object has twice", () => {
  it.each(rows)("is found: %s", (_name, json, key) => {
    expect(JSON.parse(json)).toBeDefined();
    expect(duplicateKey(json)).toBe(key);
  });

  it("is found at any depth", () => {
    const depth = 20_000;
    expect(duplicateKey(`${"[".repeat(depth)}{"a":1,"a":2}${"]".repeat(depth)}`)).toBe("a");
  });
});
