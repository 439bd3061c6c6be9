import { describe, expect, it } from "vitest";
import { computing } from "../../../../test/daemon/how-long.ts";
import { readSse, type SseEvent } from "../../src/http/read-sse.ts";

async function* cut(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(text: string, size = 1_000_000): Promise<SseEvent[]> {
  const events: SseEvent[] = [];
  for await (const event of readSse(cut(new TextEncoder().encode(text), size))) events.push(event);
  return events;
}

describe("server-sent events from bytes", () => {
  const stream = ': ping\n\ndata: {"a":"héllo 🦅"}\n\nevent: error\ndata: one\ndata: two\n\ndata:[DONE]\n\n';
  const events = [{ data: '{"a":"héllo 🦅"}' }, { event: "error", data: "one\ntwo" }, { data: "[DONE]" }];

  it.each(["\n", "\r\n", "\r"])("reads them with every line end and every cut", async (lineEnd) => {
    const text = stream.replaceAll("\n", lineEnd);
    for (let size = 1; size <= 30; size += 1) expect(await read(text, size), `${size}`).toEqual(events);
  });

  it("forgives a byte order mark and a missing last line", async () => {
    expect(await read('\ufeffdata: {"a":1}')).toEqual([{ data: '{"a":1}' }]);
    expect(await read("data: x\n", 1)).toEqual([{ data: "x" }]);
  });

  it("hears an error that came as a bare line of JSON", async () => {
    expect(await read('data: x\n\n{"error":"out of memory"}\n')).toEqual([
      { data: "x" },
      { data: '{"error":"out of memory"}' },
    ]);
  });

  it("reads a line of two megabytes in small cuts without getting slow", async () => {
    const long = "x".repeat(2_000_000);
    const computed = computing();
    expect(await read(`data: ${long}\n\n`, 100)).toEqual([{ data: long }]);
    expect(computed()).toBeLessThan(3_000);
  });
});
