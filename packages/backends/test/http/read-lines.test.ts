import { describe, expect, it } from "vitest";
import { computing } from "../../../../test/daemon/how-long.ts";
import { readLines } from "../../src/http/read-lines.ts";

async function* cut(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(text: string, size: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(cut(new TextEncoder().encode(text), size))) lines.push(line);
  return lines;
}

describe("lines from bytes", () => {
  it.each(["\n", "\r\n"])("reads them with every line end and every cut", async (lineEnd) => {
    const text = ['{"a":"héllo 🦅"}', "", '{"b":1}', ""].join(lineEnd);
    for (let size = 1; size <= 30; size += 1)
      expect(await read(text, size), `${size}`).toEqual(['{"a":"héllo 🦅"}', '{"b":1}']);
  });

  it("counts a last line without its end, and nothing for nothing", async () => {
    expect(await read("a\nb", 1)).toEqual(["a", "b"]);
    expect(await read("", 1)).toEqual([]);
  });

  it("reads a line of two megabytes in small cuts without getting slow", async () => {
    const long = "x".repeat(2_000_000);
    const computed = computing();
    expect(await read(`${long}\n`, 100)).toEqual([long]);
    expect(computed()).toBeLessThan(3_000);
  });
});
