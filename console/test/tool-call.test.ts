import { describe, expect, it } from "vitest";
import { readCall, readHits } from "../src/calls/tool-call.ts";

describe("a call as a person reads it", () => {
  it("says what it does and to what", () => {
    expect(readCall({ tool: "read", arguments: '{"path":"a.ts","offset":10,"limit":5}' })).toMatchObject({
      kind: "read",
      target: "a.ts",
      where: "10–14",
    });
    expect(readCall({ tool: "shell", arguments: '{"command":"npm test"}' }).target).toBe("npm test");
    expect(readCall({ tool: "weather", arguments: "{}" })).toMatchObject({
      kind: "other",
      target: "weather",
    });
  });

  it("survives arguments that are not an object", () => {
    expect(readCall({ tool: "edit", arguments: "not json" })).toMatchObject({ kind: "edit", target: "" });
    expect(readCall({ tool: "read", arguments: "null" }).target).toBe(".");
  });

  it("groups hits by file and keeps what is said about the search", () => {
    const { files, rest, count } = readHits("a.ts\n4: one\n9: two\nb.ts\n1: three\n[only the first 3 hits]");
    expect(count).toBe(3);
    expect(files.map(({ path, lines }) => [path, lines.length])).toEqual([
      ["a.ts", 2],
      ["b.ts", 1],
    ]);
    expect(rest).toEqual(["[only the first 3 hits]"]);
  });

  it("counts files when the search was for names", () => {
    expect(readHits("a.ts\nb.ts")).toMatchObject({ count: 0, files: [{ path: "a.ts" }, { path: "b.ts" }] });
  });
});
