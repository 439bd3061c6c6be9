import type { EventBody } from "@kestrel/protocol";
import { expect, it } from "vitest";
import { TextCoalescer } from "../../src/turn/collect-reply.ts";

function coalescer() {
  let now = 0;
  const lines: EventBody[] = [];
  const texts = new TextCoalescer({
    turnId: "t1",
    step: 1,
    append: async (body) => void lines.push(body),
    now: () => now,
  });
  const passes = (ms: number) => {
    now += ms;
  };
  return { texts, lines, passes };
}

it("writes at most a line a second, and at once when the kind of words changes", async () => {
  const { texts, lines, passes } = coalescer();
  await texts.add("reply.reasoning", "Hm");
  passes(999);
  await texts.add("reply.reasoning", ", so");
  expect(lines).toEqual([]);
  passes(1);
  await texts.add("reply.reasoning", " then");
  expect(lines).toMatchObject([{ type: "reply.reasoning", offset: 0, text: "Hm, so then" }]);
  await texts.add("reply.reasoning", "!");
  await texts.add("reply.text", "Hello");
  expect(lines[1]).toMatchObject({ type: "reply.reasoning", offset: 11, text: "!" });
  await texts.flush();
  expect(lines[2]).toMatchObject({ type: "reply.text", offset: 0, text: "Hello" });
});

it("says once, on the next line of thinking alone, that the text before it was thinking", async () => {
  const { texts, lines } = coalescer();
  await texts.add("reply.text", "I should look");
  await texts.takeBackText();
  await texts.add("reply.reasoning", "I should look");
  await texts.flush();
  await texts.add("reply.reasoning", " at it");
  await texts.flush();
  await texts.add("reply.text", "It is green.");
  await texts.flush();
  expect(lines).toMatchObject([
    { type: "reply.text", offset: 0, text: "I should look" },
    { type: "reply.reasoning", offset: 0, insteadOfText: true },
    { type: "reply.reasoning", offset: 13, text: " at it" },
    { type: "reply.text", offset: 0, text: "It is green." },
  ]);
  expect(lines[2]).not.toHaveProperty("insteadOfText", true);
});

it("writes nothing where nothing was said", async () => {
  const { texts, lines } = coalescer();
  await texts.flush();
  await texts.add("reply.text", "");
  await texts.flush();
  expect(lines).toEqual([]);
});
