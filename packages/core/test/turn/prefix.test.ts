import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import type { Prompt } from "@kestrel/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyReply, anyTurn, isLost, playHistory } from "./histories.ts";
import { templateFamilies } from "./template-families.ts";

/** The bytes of rule 1: canonical messages and tools, without the generation suffix. */
const canonical = ({ messages, tools }: Prompt) => ({
  tools: JSON.stringify(tools),
  messages: messages.map((one) => JSON.stringify(one)),
});

const isPrefix = (before: Prompt, after: Prompt) => {
  const [left, right] = [canonical(before), canonical(after)];
  return (
    left.tools === right.tools && left.messages.every((message, index) => message === right.messages[index])
  );
};

/** A call to write whose arguments end too early. */
const callsCut = (text: string) => ({ kind: "tool-call", name: "write", arguments: text }) as const;

describe("the prefix", () => {
  it("never moves: the prompt of request n is a prefix of that of request n + 1, whatever happens but a compaction and a rewind", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyReply, { minLength: 1, maxLength: 14 }),
        fc.array(anyTurn, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (replies, turns, answerSchema) => {
          const session = await playHistory(replies, turns, { answerSchema });
          const { prompts } = session.backend;
          const moved = prompts.filter((prompt, index) => {
            const before = prompts[index - 1];
            return before !== undefined && !isPrefix(before, prompt);
          });
          const breaks = [...session.bodies("context.compacted"), ...session.bodies("history.rewound")];
          expect(moved.length).toBeLessThanOrEqual(breaks.length);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("is asked again with the same bytes when the server comes back after an outage", async () => {
    let waited = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyReply, { minLength: 1, maxLength: 14 }),
        fc.array(anyTurn, { minLength: 1, maxLength: 4 }),
        async (replies, turns) => {
          const { session, backend, events } = await playHistory(replies, turns);
          expect(session.state().openTurn).toBeUndefined();
          const bodies = events.map(({ body }) => body);
          let asked = -1;
          for (const [place, body] of bodies.entries()) {
            if (body.type === "request.sent" && body.purpose === undefined) asked += 1;
            if (!isLost(body)) continue;
            // Whatever was said or ended in the meantime makes it another request.
            const [next] = bodies.slice(place + 1).filter(({ type }) => type !== "cache.missed");
            if (next?.type !== "request.sent" || next.purpose !== undefined) continue;
            expect(backend.prompts[asked + 1]).toEqual(backend.prompts[asked]);
            waited += 1;
          }
        },
      ),
      { numRuns: 100 },
    );
    expect(waited).toBeGreaterThan(0);
  }, 60_000);

  it.each(Object.entries(templateFamilies))(
    "is one that templates of this family accept, whatever happens: %s",
    async (_, problemIn) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyReply, { minLength: 1, maxLength: 14 }),
          fc.array(anyTurn, { minLength: 1, maxLength: 5 }),
          async (replies, turns) => {
            const session = await playHistory(replies, turns);
            const { prompts, asides } = session.backend;
            for (const [index, { messages }] of [...prompts, ...asides].entries())
              expect({ request: index + 1, problem: problemIn(messages) }).toEqual({ request: index + 1 });
          },
        ),
        { numRuns: 100 },
      );
    },
  );

  it("alternates roles where notes are asked for behind a reply without a word", async () => {
    const cut = [callsCut('{"path": "a'), { kind: "done", finish: "length" } as const];
    const session = await playHistory(
      [
        cut,
        [callsTool("use", { name: "pdf" })],
        [callsCut('{"path": ')],
        cut,
        [
          callsTool("read", { path: "a" }),
          callsTool("read", { path: "b" }),
          callsTool("write", { path: "c" }),
        ],
        [says(" \n")],
        [callsTool("read", { path: "a" })],
      ],
      [
        { text: "!", answers: [], happens: ["steer"] },
        { text: "!", answers: [], happens: ["compact"] },
      ],
    );
    const sent = [...session.backend.prompts, ...session.backend.asides];
    expect(sent.at(-1)?.messages.at(-1)?.content).toContain("The context window is nearly full.");
    expect(sent.map(({ messages }) => templateFamilies.Mistral?.(messages))).toEqual(
      sent.map(() => undefined),
    );
  });

  it("moves when the window fills, once per fold, and every further fold frees a fifth of the window", async () => {
    const long = "line of text\n".repeat(150);
    let reads = 0;
    const session = await givenSession({
      replies: [...Array.from({ length: 14 }, () => [callsTool("read", { path: "a" })]), [says("Done.")]],
      tools: [
        fakeTool({
          name: "read",
          risk: "read",
          run: () => ({ outcome: "ok", content: `${long}${++reads}` }),
        }),
      ],
      window: 4_096,
    });
    await session.says("read it all");
    const compacted = session.bodies("context.compacted");
    expect(compacted.length).toBeGreaterThan(0);
    for (const { before, after } of compacted) expect(before - after).toBeGreaterThan(4_096 / 5);
    const breaks = session.backend.prompts.filter((prompt, index, all) => {
      const before = all[index - 1];
      return before !== undefined && !isPrefix(before, prompt);
    });
    expect(breaks).toHaveLength(compacted.length);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  });

  it("ends the turn with the arithmetic when nothing is left to fold, and sends no request that cannot fit", async () => {
    const session = await givenSession({ replies: [], window: 4_096 });
    await session.says("word ".repeat(4_000));
    expect(session.backend.prompts).toHaveLength(0);
    const [end] = session.bodies("turn.ended");
    expect(end).toMatchObject({
      reason: "context_full",
      arithmetic: { window: 4_096, reserve: 614, folded: 0 },
    });
    expect(end?.arithmetic?.needed).toBeGreaterThan(4_096 - 614);
  });
});
