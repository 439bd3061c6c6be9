import { describe, expect, it } from "vitest";
import { mostTextBytes, readTextFile } from "../src/features/chat/read-text-file.ts";
import { bytesSent, splitFiles, withFiles } from "../src/transcript/attached-files.ts";

describe("a file beside a message", () => {
  it("is read as text, in UTF-8 or in the encoding of older Chinese files", async () => {
    expect(await readTextFile(new Blob(["a,b\n1,2\n"]))).toEqual({ text: "a,b\n1,2\n" });
    const gbk = new Uint8Array([0xc4, 0xe3, 0xba, 0xc3]);
    expect(await readTextFile(new Blob([gbk]))).toEqual({ text: "你好" });
  });

  it.each([
    ["empty", new Blob([])],
    ["large", new Blob(["x".repeat(mostTextBytes + 1)])],
    ["binary", new Blob([new Uint8Array([80, 75, 3, 4, 0, 0])])],
    ["binary", new Blob([new Uint8Array([0xff, 0xfe, 0xff])])],
  ] as const)("that is %s is refused with its reason", async (refusal, file) => {
    expect(await readTextFile(file)).toEqual({ refusal });
  });

  it("stands behind the words in a fence that it cannot close", () => {
    const files = [
      { name: "notes.md", text: "# Notes\n\n```js\ncode\n```\n" },
      { name: "data.csv", text: "a,b\r\n1,2\r\n" },
    ];
    expect(withFiles("Look at these.", files)).toBe(
      "Look at these.\n\nnotes.md:\n````\n# Notes\n\n```js\ncode\n```\n````\n\ndata.csv:\n```\na,b\n1,2\n```",
    );
    // The same size before and after sending.
    expect(bytesSent("名,数\r\n1,2\r\n")).toBe(bytesSent("名,数\n1,2"));
    expect(bytesSent("名,数\n1,2")).toBe(11);
    expect(withFiles("Nothing beside.", [])).toBe("Nothing beside.");
    expect(splitFiles(withFiles("Look at these.", files))).toEqual({
      words: "Look at these.",
      files: [
        { name: "notes.md", text: "# Notes\n\n```js\ncode\n```" },
        { name: "data.csv", text: "a,b\n1,2" },
      ],
    });
    expect(splitFiles(withFiles("Empty lines.", [{ name: "a", text: "" }])).files).toEqual([
      { name: "a", text: "" },
    ]);
    const own = "See this:\n\nname:\n```\nx\n```\n\nand say more.";
    expect(splitFiles(own)).toEqual({ words: own, files: [] });
  });

  it("is looked for in time that grows with the message", () => {
    const many = `${Array.from({ length: 12_000 }, (_, index) => `\n\na:\n${"`".repeat(3 + (index % 40))}\n`).join("")}\`\`\``;
    const before = performance.now();
    splitFiles(many);
    expect(performance.now() - before).toBeLessThan(500);
  });
});
