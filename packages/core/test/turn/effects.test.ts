import type { Tool } from "@kestrel/core";
import { fakeTool, givenSession, type ScriptedReply, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";
import { limitedRead } from "./limited-read.ts";

const read = limitedRead("read");
// Judged harmless, so that nobody is asked; what counts here is the effect.
const write: Tool = {
  ...fakeTool({
    name: "write",
    risk: "read",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, content: { type: "string" } },
      required: ["path", "content"],
    },
    run: () => ({ outcome: "ok", content: "written" }),
  }),
  effect: "change",
};
const done: ScriptedReply = [says("It is text.")];
const call = JSON.stringify({ name: "read", arguments: { path: "a.ts" } });
const change = JSON.stringify({ name: "write", arguments: { path: "a.ts", content: "x" } });

const told = async (replies: readonly ScriptedReply[]) => {
  const session = await givenSession({ replies, tools: [read, write], answerSchema: true });
  await session.says("what is in a.ts?");
  return session;
};

describe("a printed call that only reads", () => {
  it("runs among words, and those behind it leave the history", async () => {
    const dream =
      "The test expected 3 and got 4. Let me look.\n```json\n" + call + "\n```\nThe file holds 12 lines.";
    const session = await told([[says(dream)], done]);
    expect(session.bodies("tool.requested")).toMatchObject([{ tool: "read", recovered: "text" }]);
    expect(session.backend.prompts[1]?.messages.slice(-2)).toMatchObject([
      { role: "assistant", content: "The test expected 3 and got 4. Let me look." },
      { role: "tool", content: "text of a.ts" },
    ]);
  });
});

describe("a printed call that changes something, among words", () => {
  const shown = `You can write it so:\n\`\`\`json\n${change}\n\`\`\`\nThat is all.`;

  it("is asked for once, and runs when the model means it", async () => {
    const session = await told([[says(shown)], [says(change)], done]);
    expect(session.backend.requests[1]?.answerSchema).toMatchObject({
      anyOf: [{ properties: { name: { const: "write" } } }, { properties: { name: { const: "none" } } }],
    });
    expect(session.bodies("tool.requested")).toMatchObject([{ tool: "write", recovered: "schema" }]);
  });

  it("was an answer when the model says that it meant none", async () => {
    const session = await told([[says(shown)], [says('{"name": "none"}')]]);
    expect(session.bodies("tool.requested")).toEqual([]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
    expect(session.bodies("reply.completed").at(-1)?.text).toBe(shown);
  });
});
