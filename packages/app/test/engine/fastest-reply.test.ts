import { expect, it } from "vitest";
import { FastestReply } from "../../src/engine/fastest-reply.ts";

it("needs several replies, takes the fastest of them, and begins anew with another model", () => {
  const replies = new FastestReply();
  const note = (source: string, ...speeds: (number | undefined)[]) => {
    for (const speed of speeds) replies.note(source, speed);
  };
  note("/a.gguf", undefined, 1.2, 1.2, 1.2, 1.2, 1.2);
  expect(replies.of("/a.gguf")).toBeUndefined();
  note("/a.gguf", 20, 19, 22, 3);
  expect(replies.of("/a.gguf")).toBe(22);
  note("/a.gguf", 1.2);
  expect(replies.of("/a.gguf")).toBe(22);
  note("/b.gguf", 8);
  expect(replies.of("/b.gguf")).toBeUndefined();
  expect(replies.of("/a.gguf")).toBeUndefined();
});
