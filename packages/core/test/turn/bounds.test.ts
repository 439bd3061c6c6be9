import { callsTool, fakeTool, givenSession, type ScriptedReply, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";

const read = fakeTool({
  name: "read",
  risk: "read",
  run: ({ path }) => ({ outcome: "ok", content: `text of ${path}` }),
});
const calls = (count: number): ScriptedReply =>
  Array.from({ length: count }, (_, index) => callsTool("read", { path: `file-${index}` }));
const printed = (count: number): ScriptedReply => [
  says(
    Array.from(
      { length: count },
      (_, index) => `<tool_call>{"name":"read","arguments":{"path":"f${index}"}}</tool_call>`,
    ).join("\n"),
  ),
];
const words = (count: number) => Array.from({ length: count }, (_, index) => `${index * 7} `).join("");

/** Replies that have no end, by the bound they cross. */
const boundless: readonly (readonly [name: string, reason: string, reply: ScriptedReply])[] = [
  ["ten thousand calls", "too_many_calls", calls(10_000)],
  ["one call more than the bound", "too_many_calls", calls(65)],
  ["calls printed as text", "too_many_calls", printed(200)],
  ["three megabytes of arguments", "arguments_too_long", [callsTool("read", { path: "x".repeat(3 << 20) })]],
  ["text without end", "reply_too_long", Array.from({ length: 300 }, () => says(words(2_000)))],
];

describe.each(boundless)("%s", (_name, reason, reply) => {
  it("ends by its own name when it comes again after a word of advice, runs nothing and blocks nobody", async () => {
    const { blockedMs, given: session } = await longestBlock(
      (session) => session.says("go"),
      () => givenSession({ replies: [reply, reply], tools: [read] }),
    );
    expect(session.bodies("turn.ended")).toMatchObject([{ reason }]);
    expect(session.bodies("reply.completed").map(({ cut }) => cut)).toEqual([reason, reason]);
    expect(session.bodies("context.added").map(({ cause }) => cause)).toEqual([reason]);
    expect(session.bodies("tool.requested")).toEqual([]);
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
  });

  it("does not end a turn that takes the advice", async () => {
    const session = await givenSession({ replies: [reply, [says("In short.")]], tools: [read] });
    await session.says("go");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  });
});

it("sixty-four calls in one reply are all run", async () => {
  const { blockedMs, given: session } = await longestBlock(
    (session) => session.says("go"),
    () => givenSession({ replies: [calls(64), [says("Done.")]], tools: [read] }),
  );
  expect(session.bodies("tool.finished")).toHaveLength(64);
  expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  expect(blockedMs).toBeLessThan(longestBlockAllowed);
});
