import { callsTool, fakeRead, fakeTool, givenSession, type ScriptedReply, says } from "@kestrel/core/testing";
import type { Usage } from "@kestrel/protocol";
import { contextLedger } from "@kestrel/session-state";
import { around, estimateTokens } from "@kestrel/text";
import { describe, expect, it } from "vitest";
import { outputLimit } from "../../src/calls/run-calls.ts";

const read = fakeRead(() => "text of the file");

/** A reply that costs what the test says. */
const costing = (usage: Usage, ...chunks: ScriptedReply): ScriptedReply => [
  ...chunks,
  {
    kind: "done",
    finish: chunks.some((chunk) => "kind" in chunk && chunk.kind === "tool-call") ? "tool_calls" : "stop",
    usage,
  },
];

const neededAfter = (session: Awaited<ReturnType<typeof givenSession>>) => {
  const { used, estimated } = contextLedger(session.session.state());
  return { tokens: used, exact: !estimated };
};

describe("what the next request needs", () => {
  it("is the server's count, exactly, while nothing came since", async () => {
    const session = await givenSession({
      replies: [costing({ prompt: 900, generated: 100 }, says("Hello."))],
    });
    await session.says("hi");
    expect(neededAfter(session)).toEqual({ tokens: 1_000, exact: true });
  });

  it("is less than was spoken where the history holds a call in fewer words", async () => {
    const long = "x".repeat(4_000);
    const spoken = costing({ prompt: 900, generated: 1_100 }, callsTool("read", `{"path":"${long}`));
    const session = await givenSession({
      replies: [spoken, costing({ prompt: 1_200, generated: 10 }, says("I see."))],
      tools: [read],
      maxSteps: 1,
    });
    await session.says("read it");
    const [call] = session.bodies("tool.requested");
    const [answer] = session.bodies("tool.finished");
    expect(call?.arguments).toBe("{}");
    const kept = estimateTokens(`read${call?.arguments}`) + around.call + around.message;
    const answered = estimateTokens(answer?.content ?? "") + 5;
    expect(neededAfter(session)).toEqual({ tokens: 900 + kept + answered, exact: false });
  });

  it("is not corrected twice: a count that came after that reply stands", async () => {
    const spoken = costing({ prompt: 900, generated: 1_100 }, callsTool("read", '{"path":"a'));
    const session = await givenSession({
      replies: [spoken, costing({ prompt: 1_200, generated: 10 }, says("I see."))],
      tools: [read],
    });
    await session.says("read it");
    expect(neededAfter(session)).toEqual({ tokens: 1_210, exact: true });
  });
});

/** How often the server is asked to count before a second message, by what the first request cost in a window of 1,000. */
async function countsAfter(prompt: number): Promise<number> {
  const session = await givenSession({
    replies: [costing({ prompt, generated: 4 }, says("Ok")), [says("Ok")]],
    window: 1_000,
  });
  await session.says("hi");
  let counts = 0;
  session.backend.countTokens = async () => {
    counts += 1;
    return 500;
  };
  await session.says("hi");
  return counts;
}

it("the server is asked for an exact count where an estimate comes near the mark", async () => {
  // 556 + 6 for the second message are three quarters of the mark, which is at 750.
  expect(await countsAfter(552)).toBe(0);
  expect(await countsAfter(553)).toBe(1);
});

describe("how long a tool result may be", () => {
  const stateWith = async (window: number | undefined, used: number) => {
    const session = await givenSession({
      replies: [costing({ prompt: used, generated: 0 }, says("Ok"))],
      window,
    });
    await session.says("hi");
    return session.session.state();
  };

  /** window, tokens used, calls at once, most UTF-16 units. */
  const rows = [
    [undefined, 900, 1, 16_000],
    [32_768, 900, 1, 16_384],
    [131_072, 900, 1, 32_000],
    [8_192, 900, 1, 4_096],
    // Half full: what is left counts, with 614 tokens for the reply.
    [4_096, 2_048, 1, 1_434],
    [4_096, 2_048, 2, 717],
    // Nearly full: room is made before it is read, and what will be left then counts.
    [4_096, 3_400, 1, 2_214],
  ] as const;

  it.each(rows)(
    "in a window of %s with %i used and %i calls at once: %i",
    async (window, used, together, most) => {
      expect(outputLimit(await stateWith(window, used), together)).toBe(most);
    },
  );

  it("where outputs are folded, what is left now counts", async () => {
    expect(outputLimit(await stateWith(4_096, 3_400), 1, { compaction: "fold" })).toBe(400);
  });

  it("five thousand lines into a half-full window of 4k do not end the session", async () => {
    const numbers = fakeTool({
      name: "read",
      risk: "read",
      run: (_args, { outputLimit: most }) => ({ outcome: "ok", content: "7 ".repeat(20_000).slice(0, most) }),
    });
    const session = await givenSession({
      replies: [
        costing({ prompt: 2_000, generated: 48 }, callsTool("read", { path: "numbers" })),
        costing({ prompt: 3_400, generated: 20 }, says("Many numbers.")),
      ],
      tools: [numbers],
      window: 4_096,
    });
    await session.says("read it");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
    expect(session.bodies("tool.finished")[0]?.content.length).toBeLessThanOrEqual(1_434);
  });
});
