import { describe, expect, it } from "vitest";
import { repairArguments } from "../src/index.ts";

const text = { type: "string" } as const;
const write = {
  type: "object",
  properties: { path: text, content: text },
  required: ["path", "content"],
} as const;

function contentOf(written: string): unknown {
  const repaired = repairArguments(`{"path": "a.json", "content": ${written}}`, write);
  return repaired.ok ? (repaired.value as { content: unknown }).content : repaired.error;
}

describe("an object where a text is wanted", () => {
  it("is its JSON, as a person would write it into a file", () => {
    expect(contentOf('{"name":"demo","tags":["a",{}],"empty":[],"nothing":null}')).toBe(
      '{\n  "name": "demo",\n  "tags": [\n    "a",\n    {}\n  ],\n  "empty": [],\n  "nothing": null\n}',
    );
  });

  it("keeps a list whole, also one of a single object", () => {
    expect(contentOf('[{"a":1}]')).toBe('[\n  {\n    "a": 1\n  }\n]');
    expect(contentOf("[1,2]")).toBe("[\n  1,\n  2\n]");
    expect(contentOf('["the text itself"]')).toBe("the text itself");
  });

  it("keeps numbers as they were spelled", () => {
    expect(contentOf('{"version":1.10,"id":12345678901234567890}')).toBe(
      '{\n  "version": 1.10,\n  "id": 12345678901234567890\n}',
    );
  });

  it("is found under another name of the parameter, too", () => {
    const repaired = repairArguments('{"file_path": "a.json", "text": {"a": 1}}', write);
    expect(repaired).toMatchObject({ ok: true, value: { path: "a.json", content: '{\n  "a": 1\n}' } });
  });

  it.each(["path", "command", "pattern", "url", "file_name", "branchName", "issue_id"])(
    "is a mistake where the text names a thing: %s",
    (name) => {
      const schema = { type: "object", properties: { [name]: text }, required: [name] } as const;
      expect(repairArguments(JSON.stringify({ [name]: { a: 1, b: 2 } }), schema)).toMatchObject({
        ok: false,
      });
    },
  );

  it("stays an object where one is allowed", () => {
    const either = { type: "object", properties: { body: { type: ["object", "string"] } } } as const;
    expect(repairArguments('{"body": {"a": 1}}', either)).toMatchObject({
      ok: true,
      value: { body: { a: 1 } },
    });
  });
});
